drop view match_queue;
