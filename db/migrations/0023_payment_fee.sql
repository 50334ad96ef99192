ALTER TABLE "purchases" ADD COLUMN "payment_fee" bigint;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_payment_fee" CHECK ("purchases"."payment_fee" is null or "purchases"."payment_fee" > 0 and "purchases"."retail" is not null) NOT VALID;
