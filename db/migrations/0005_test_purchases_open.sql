-- step by step
create index concurrently test_purchases_open on test_purchases (reseller_id, ends_at)
  where state <> ending;
