-- step by step
ALTER TABLE "shop_domains" ADD COLUMN IF NOT EXISTS "detail" text;--> statement-breakpoint
ALTER TABLE "shop_domains" ADD COLUMN IF NOT EXISTS "opened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shop_domains" DROP CONSTRAINT "shop_domains_problem", ADD CONSTRAINT "shop_domains_problem" CHECK ("shop_domains"."problem" in ('proof', 'address', 'cdn', 'taken', 'no_response', 'off', 'caa', 'certificate', 'no_answer', 'other_server')) NOT VALID;--> statement-breakpoint
ALTER TABLE "shop_domains" VALIDATE CONSTRAINT "shop_domains_problem";--> statement-breakpoint
-- Links that customers have go on leading there; the next checks decide.
-- in batches
UPDATE "shop_domains" SET "opened_at" = "verified_at"
WHERE "shop_id" in (SELECT "shop_id" FROM "shop_domains" WHERE "state" = 'verified' AND "opened_at" is null LIMIT 1000);
