drop index offer_waiting_words_idx;
drop index offer_managed_price_idx;
drop index offer_managed_name_idx;
