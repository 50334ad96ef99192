DROP TRIGGER IF EXISTS "purchases_refund_undelivered" ON "purchases";--> statement-breakpoint
DROP FUNCTION IF EXISTS "refund_undelivered"();--> statement-breakpoint
DROP FUNCTION IF EXISTS "refund_order"(bigint, text, text, text, boolean);--> statement-breakpoint
DROP TRIGGER IF EXISTS "networks_close_routes" ON "networks";--> statement-breakpoint
DROP TRIGGER IF EXISTS "plan_types_close_routes" ON "plan_types";--> statement-breakpoint
DROP TRIGGER IF EXISTS "plans_close_routes" ON "plans";--> statement-breakpoint
DROP FUNCTION IF EXISTS "close_changed_routes"();--> statement-breakpoint
DROP TRIGGER IF EXISTS "shop_domains_keep_host" ON "shop_domains";--> statement-breakpoint
DROP FUNCTION IF EXISTS "keep_shop_host"();--> statement-breakpoint
ALTER TABLE "shops" DROP COLUMN "host";
