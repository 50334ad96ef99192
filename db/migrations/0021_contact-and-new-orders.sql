CREATE TABLE "operator_contact" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"phone" text,
	"whatsapp" text,
	"email" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "operator_contact_single" CHECK ("operator_contact"."id" = 1)
);
--> statement-breakpoint
CREATE INDEX "orders_new" ON "orders" USING btree ("reseller_id") WHERE "orders"."payment" = 'awaiting';
--> statement-breakpoint
insert into operator_contact (id) values (1);
