-- step by step
CREATE INDEX CONCURRENTLY "purchases_run" ON "purchases" USING btree ("run_id","id") WHERE "purchases"."run_id" is not null;