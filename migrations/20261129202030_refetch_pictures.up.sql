-- Pictures are cut to their part now. Those fetched before are fetched again, at the pace of the picture jobs; until then
-- the site shows the old files.
update picture_source set etag = null, last_modified = null, next_check_at = now() where state = 'FETCHED';
