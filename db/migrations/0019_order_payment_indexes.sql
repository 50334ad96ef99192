-- step by step
CREATE UNIQUE INDEX CONCURRENTLY "payments_order_paid" ON "payments" USING btree ("order_id") WHERE "payments"."order_id" is not null and "payments"."state" = 'paid';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_order" ON "payments" USING btree ("order_id","id") WHERE "payments"."order_id" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "provider_transactions_odd" ON "provider_transactions" USING btree ("keys_id","id") WHERE "provider_transactions"."state" = 'odd';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_looked_after" ON "orders" USING btree ("next_look_at") WHERE "orders"."next_look_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_wanting_money" ON "orders" USING btree ("reseller_id") WHERE "orders"."waits_for" = 'wallet';
--> statement-breakpoint
alter table payment_notices validate constraint payment_notices_keys_id_provider_keys_id_fk;
--> statement-breakpoint
alter table payments validate constraint payments_order_id_orders_id_fk;
--> statement-breakpoint
alter table payments validate constraint payments_keys_id_provider_keys_id_fk;
--> statement-breakpoint
alter table provider_transactions validate constraint provider_transactions_keys_id_provider_keys_id_fk;
--> statement-breakpoint
alter table payments validate constraint payments_order_named;
--> statement-breakpoint
alter table payments validate constraint payments_keys;
--> statement-breakpoint
alter table provider_transactions validate constraint provider_transactions_whose;
--> statement-breakpoint
alter table provider_transactions validate constraint provider_transactions_state;
--> statement-breakpoint
alter table provider_transactions validate constraint provider_transactions_why;
--> statement-breakpoint
alter table orders validate constraint orders_waits_for;
