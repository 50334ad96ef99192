-- step by step
CREATE INDEX CONCURRENTLY "payment_notices_own" ON "payment_notices" USING btree ("keys_id","received_at") WHERE "payment_notices"."keys_id" is not null;
