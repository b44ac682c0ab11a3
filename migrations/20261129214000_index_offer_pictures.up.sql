-- Live offers by the address of their picture, for the products that show a picture (store::pictures::list_shown, which the
-- page of a product asks for). A hash takes addresses of any length.
create index offer_picture_idx on offer using hash (image_url) where ended_at is null;
