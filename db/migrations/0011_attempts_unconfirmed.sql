-- step by step
CREATE INDEX CONCURRENTLY "attempts_unconfirmed" ON "attempts" USING btree ("claimed_at") WHERE "attempts"."result" = 'unconfirmed';
