-- step by step
create statistics if not exists orders_delivered on (delivered_ref = delivery_ref) from orders;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_undelivered" ON "orders" USING btree ("reseller_id","id") WHERE "orders"."payment" = 'awaiting' or "orders"."payment" = 'received' and ("orders"."delivered_ref" = "orders"."delivery_ref") is not true;
--> statement-breakpoint
analyze orders;
--> statement-breakpoint
drop index concurrently if exists orders_waiting;
