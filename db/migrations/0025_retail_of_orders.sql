-- step by step
-- in batches
UPDATE "purchases" SET "retail" = o."price" FROM (
  SELECT o."purchase_id", o."price" FROM "orders" o JOIN "purchases" p ON p."id" = o."purchase_id"
  WHERE p."retail" IS NULL LIMIT 5000
) o WHERE "purchases"."id" = o."purchase_id";--> statement-breakpoint
ALTER TABLE "purchases" VALIDATE CONSTRAINT "purchases_retail";
