-- step by step
ALTER TABLE "deliveries" VALIDATE CONSTRAINT "deliveries_channel";
--> statement-breakpoint
ALTER TABLE "journals" VALIDATE CONSTRAINT "journals_kind";
