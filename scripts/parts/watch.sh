# Notices changed sources by their modification times: no watcher need be installed, and a look takes some 20 ms.

WATCHED=(domain/src indexer/src pictures/src telemetry/src api/src api/templates config migrations)

# Remembers this moment. A file that is saved while a build runs is newer than the mark, and is noticed afterwards.
mark_sources() { touch "$records/.sources"; }

sources_changed() { [ -n "$(find "${WATCHED[@]/#/$root/}" -type f -newer "$records/.sources" -print -quit)" ]; }
