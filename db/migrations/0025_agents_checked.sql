-- step by step
CREATE INDEX CONCURRENTLY IF NOT EXISTS "purchases_parent" ON "purchases" USING btree ("parent_id","reseller_id","placed_at") WHERE "purchases"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "resellers_parent" ON "resellers" USING btree ("parent_id") WHERE "resellers"."parent_id" is not null;--> statement-breakpoint
ALTER TABLE "journals" VALIDATE CONSTRAINT "journals_kind";--> statement-breakpoint
ALTER TABLE "purchases" VALIDATE CONSTRAINT "purchases_commission";--> statement-breakpoint
ALTER TABLE "resellers" VALIDATE CONSTRAINT "resellers_other_parent";--> statement-breakpoint
ALTER TABLE "resellers" VALIDATE CONSTRAINT "resellers_parent_id_resellers_id_fk";--> statement-breakpoint
ALTER TABLE "price_lists" VALIDATE CONSTRAINT "price_lists_audience";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "price_lists_reseller_id_audience_pk" ON "price_lists" USING btree ("reseller_id","audience");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "price_list_rules_list_scope" ON "price_list_rules" USING btree ("reseller_id","audience","network_id","type_name","plan_id") NULLS NOT DISTINCT;--> statement-breakpoint
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_constraint WHERE conname = 'price_list_rules_list') THEN
    ALTER TABLE "price_list_rules" DROP CONSTRAINT "price_list_rules_reseller_id_price_lists_reseller_id_fk";
    ALTER TABLE "price_lists" DROP CONSTRAINT "price_lists_pkey";
    ALTER TABLE "price_lists" ADD CONSTRAINT "price_lists_reseller_id_audience_pk" PRIMARY KEY USING INDEX "price_lists_reseller_id_audience_pk";
    ALTER TABLE "price_list_rules" DROP CONSTRAINT "price_list_rules_scope";
    ALTER TABLE "price_list_rules" ADD CONSTRAINT "price_list_rules_scope" UNIQUE USING INDEX "price_list_rules_list_scope";
    ALTER TABLE "price_list_rules" ADD CONSTRAINT "price_list_rules_list" FOREIGN KEY ("reseller_id","audience") REFERENCES "price_lists"("reseller_id","audience") NOT VALID;
  END IF;
END $$;--> statement-breakpoint
ALTER TABLE "price_list_rules" VALIDATE CONSTRAINT "price_list_rules_list";
