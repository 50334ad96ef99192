-- step by step
create index concurrently purchases_phone_end on purchases (right(phone, 4), reseller_id, id);
--> statement-breakpoint
create index concurrently orders_by_reference on orders (reference);
