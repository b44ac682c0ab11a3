-- Why an offer is no part (a domain::model::NoPart): such offers belong to no product, and are listed under their reason.
alter table offer add no_part_reason text;
