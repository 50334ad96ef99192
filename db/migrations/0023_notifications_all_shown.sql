-- step by step
DROP INDEX CONCURRENTLY IF EXISTS "notifications_account";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "notifications_account" ON "notifications" USING btree ("account_id","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "notifications_unread";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "notifications_unread" ON "notifications" USING btree ("account_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
ALTER TABLE "notifications" DROP COLUMN IF EXISTS "shown";
