-- Users who are about to link a chat need a new code.
drop table telegram_link_code;
