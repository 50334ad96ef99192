-- step by step
CREATE INDEX CONCURRENTLY "orders_next" ON "orders" USING btree ("reseller_id","next_look_at","id") WHERE "orders"."next_look_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "bulk_runs_next" ON "bulk_runs" USING btree ("reseller_id","next_look_at","id") WHERE "bulk_runs"."state" <> 'draft' and "bulk_runs"."done_at" is null
          and ("bulk_runs"."pause" is null or "bulk_runs"."pause" in ('money', 'limit', 'room', 'service'));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "schedules_next" ON "schedules" USING btree ("reseller_id","next_at","id") WHERE "schedules"."state" = 'active';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_next" ON "payments" USING btree ("provider","next_check_at","id") WHERE "payments"."keys_id" is null and "payments"."next_check_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_own_next" ON "payments" USING btree ("keys_id","next_check_at","id") WHERE "payments"."keys_id" is not null and "payments"."next_check_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_notices_next" ON "payment_notices" USING btree ("provider","next_try_at","id") WHERE "payment_notices"."keys_id" is null and "payment_notices"."next_try_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_notices_own_next" ON "payment_notices" USING btree ("keys_id","next_try_at","id") WHERE "payment_notices"."keys_id" is not null and "payment_notices"."next_try_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "provider_transactions_next" ON "provider_transactions" USING btree ("provider","next_check_at","id") WHERE "provider_transactions"."keys_id" is null and "provider_transactions"."next_check_at" is not null;
--> statement-breakpoint
drop index concurrently if exists provider_transactions_due;
