ALTER TABLE "purchases" ADD COLUMN "retail" bigint;--> statement-breakpoint
ALTER TABLE "report_days" ADD COLUMN "retail_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "report_resellers" ADD COLUMN "sold" integer;--> statement-breakpoint
ALTER TABLE "report_resellers" ADD COLUMN "paid" bigint;--> statement-breakpoint
ALTER TABLE "report_resellers" ADD COLUMN "retail" bigint;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_retail" CHECK ("purchases"."retail" > 0) NOT VALID;