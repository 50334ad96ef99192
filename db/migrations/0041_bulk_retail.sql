ALTER TABLE "bulk_rows" ADD COLUMN "retail_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD COLUMN "retail" bigint;