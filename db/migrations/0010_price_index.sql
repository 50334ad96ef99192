-- step by step
create index concurrently purchases_price on purchases (price, reseller_id, id);
