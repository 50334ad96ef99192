-- step by step
ALTER TABLE "entries" VALIDATE CONSTRAINT "entries_account_name";
--> statement-breakpoint
ALTER TABLE "journals" VALIDATE CONSTRAINT "journals_kind";
--> statement-breakpoint
ALTER TABLE "wallets" VALIDATE CONSTRAINT "wallets_advanced";
--> statement-breakpoint
ALTER TABLE "wallets" VALIDATE CONSTRAINT "wallets_balanced";
--> statement-breakpoint
ALTER TABLE "purchases" VALIDATE CONSTRAINT "purchases_advance";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "journals_refunded_once" ON "journals" USING btree ("purchase_id") WHERE "journals"."kind" in ('release', 'advance');
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "purchases_advanced" ON "purchases" USING btree ("reseller_id","id") WHERE "purchases"."advance" in ('open', 'awaiting_consent');
