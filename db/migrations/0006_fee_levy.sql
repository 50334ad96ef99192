ALTER TABLE "provider_fee_rules" ADD COLUMN "levy" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_fee_rules" ADD COLUMN "levy_from" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The rows of before have 0.
ALTER TABLE "provider_fee_rules" ADD CONSTRAINT "provider_fee_rules_levy" CHECK ("provider_fee_rules"."levy" >= 0 and "provider_fee_rules"."levy_from" >= 0) NOT VALID;
