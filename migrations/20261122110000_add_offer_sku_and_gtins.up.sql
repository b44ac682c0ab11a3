-- What a shop calls a thing is not what its manufacturer calls it: the shop's own number lies apart from the part numbers, and
-- is evidence only where it equals one that is known. GTINs lie in 14 digits, as domain::model::Gtin writes them.
alter table offer add sku text;
alter table offer add gtins text[] not null default '{}';
