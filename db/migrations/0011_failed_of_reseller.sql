-- step by step
CREATE INDEX CONCURRENTLY "purchases_failed_reseller" ON "purchases" USING btree ("reseller_id","id","network_id","plan_id") WHERE "purchases"."state" in ('failed', 'reversed');