ALTER TABLE "orders" DROP CONSTRAINT "orders_delivery_ref";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "purchase_id" bigint;--> statement-breakpoint
UPDATE "orders" o SET "purchase_id" = p."id" FROM "purchases" p WHERE p."reseller_id" = o."reseller_id" AND p."ref" = o."delivery_ref";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_purchase" UNIQUE("purchase_id");