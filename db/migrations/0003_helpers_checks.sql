-- step by step
ALTER TABLE "accounts" VALIDATE CONSTRAINT "accounts_role";
--> statement-breakpoint
ALTER TABLE "purchases" VALIDATE CONSTRAINT "purchases_helper";
--> statement-breakpoint
ALTER TABLE "transaction_pins" VALIDATE CONSTRAINT "transaction_pins_reseller_id_resellers_id_fk";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "purchases_helper_id" ON "purchases" USING btree ("helper_id","id") WHERE "purchases"."helper_id" is not null;
