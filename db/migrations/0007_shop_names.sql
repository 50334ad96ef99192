-- step by step
ALTER TABLE "shops" ADD COLUMN IF NOT EXISTS "name_state" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
do $$ begin
  ALTER TABLE "shops" ADD CONSTRAINT "shops_name_state" CHECK ("shops"."name_state" in ('new', 'approved', 'rejected')) NOT VALID;
exception when duplicate_object then null;
end $$;--> statement-breakpoint
ALTER TABLE "shops" VALIDATE CONSTRAINT "shops_name_state";
