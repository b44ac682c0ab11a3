-- Links to offers are plain again, until the retailers' files are stored anew.
alter table retailer drop column affiliate;
