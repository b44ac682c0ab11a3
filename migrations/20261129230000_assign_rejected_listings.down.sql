-- Loses what administrators said that rejected listings are, and for which titles listings were dismissed.
drop view rejected_listing;
drop table listing_assignment;
alter table dismissed_rejection drop column title;
