DROP TABLE "shop_plans" CASCADE;--> statement-breakpoint
DROP TABLE "shop_rules" CASCADE;--> statement-breakpoint
ALTER TABLE "shops" DROP CONSTRAINT "shops_rounding";--> statement-breakpoint
ALTER TABLE "shops" DROP COLUMN "rounding";
