ALTER TABLE "tokens" ADD COLUMN "daily_limit" bigint;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "purchase_limit" bigint;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "network_ids" integer[];--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "numbers" text[];--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_spending_limits" CHECK ("tokens"."daily_limit" > 0 and "tokens"."purchase_limit" > 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_test_unlimited" CHECK (not "tokens"."test"
        or num_nonnulls("tokens"."daily_limit", "tokens"."purchase_limit", "tokens"."network_ids", "tokens"."numbers") = 0) NOT VALID;