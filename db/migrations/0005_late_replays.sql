-- step by step
ALTER TABLE "api_requests" ADD COLUMN IF NOT EXISTS "late_replay" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "api_requests_late" ON "api_requests" USING btree ("reseller_id","id") WHERE "api_requests"."late_replay";
