-- step by step
ALTER TABLE "tokens" VALIDATE CONSTRAINT "tokens_spending_limits";
--> statement-breakpoint
ALTER TABLE "tokens" VALIDATE CONSTRAINT "tokens_test_unlimited";
