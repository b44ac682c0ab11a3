alter table session drop column network;
