drop table price_verdict;
