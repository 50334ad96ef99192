ALTER TABLE "batches" ADD COLUMN "helper_id" bigint;
--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_helper" FOREIGN KEY ("helper_id","reseller_id") REFERENCES "public"."helpers"("id","reseller_id") ON DELETE no action ON UPDATE no action NOT VALID;
