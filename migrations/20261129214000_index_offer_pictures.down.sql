drop index offer_picture_idx;
