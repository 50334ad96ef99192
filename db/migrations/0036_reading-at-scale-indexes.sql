-- step by step
CREATE INDEX CONCURRENTLY "journals_rare" ON "journals" USING btree ("reseller_id","kind","id") WHERE "journals"."kind" not in ('hold', 'settle', 'release');
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "purchases_phone_reseller" ON "purchases" USING btree ("phone","reseller_id","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "purchases_reversed_at_placed" ON "purchases" USING btree ("placed_at","reversed_at") WHERE "purchases"."reversed_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "purchases_storefront_settled" ON "purchases" USING btree ("reseller_id","settled_at") WHERE "purchases"."channel" = 'storefront' and "purchases"."state" = 'successful';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_waiting" ON "orders" USING btree ("reseller_id","id") WHERE "orders"."payment" = 'awaiting' or "orders"."payment" = 'received' and "orders"."delivered_ref" is distinct from "orders"."delivery_ref";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_failed" ON "webhook_deliveries" USING btree ("endpoint_id","id") WHERE "webhook_deliveries"."state" = 'failed';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_rare" ON "webhook_deliveries" USING btree ("endpoint_id","type","id") WHERE "webhook_deliveries"."type" not in ('purchase.successful', 'purchase.failed');
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_subject" ON "webhook_deliveries" USING btree ("subject");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_done" ON "webhook_deliveries" USING btree ("done_at") WHERE "webhook_deliveries"."done_at" is not null;
--> statement-breakpoint
-- in batches
update orders set delivered_ref = delivery_ref where id in (
  select o.id from orders o join purchases p on p.reseller_id = o.reseller_id and p.ref = o.delivery_ref
  where o.payment = 'received' and o.delivered_ref is distinct from o.delivery_ref and p.state = 'successful' limit 5000);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "journals_by_hand";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "purchases_reseller_phone";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "purchases_phone";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "purchases_reversed_at";
