DROP TABLE "report_shop_days" CASCADE;--> statement-breakpoint
DROP TABLE "report_shops" CASCADE;--> statement-breakpoint
ALTER TABLE "report_days" DROP COLUMN "resellers_at";--> statement-breakpoint
ALTER TABLE "report_days" DROP COLUMN "selling_price_at";--> statement-breakpoint
DROP FUNCTION IF EXISTS "count_queued_purchases"(bigint, integer);
