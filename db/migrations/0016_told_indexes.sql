-- step by step
CREATE INDEX CONCURRENTLY "payment_notices_told" ON "payment_notices" USING btree ("received_at") WHERE "payment_notices"."body" <> '';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "provider_transactions_told" ON "provider_transactions" USING btree ("seen_at") WHERE "provider_transactions"."raw" <> '';