CREATE TABLE "customer_imports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"key" text NOT NULL,
	"lines" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_imports_key" UNIQUE("reseller_id","key")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"phone" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"plan_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_phone" UNIQUE("reseller_id","phone"),
	CONSTRAINT "customers_lengths" CHECK (length("customers"."name") <= 60 and length("customers"."note") <= 200)
);
--> statement-breakpoint
ALTER TABLE "customer_imports" ADD CONSTRAINT "customer_imports_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_imports_created" ON "customer_imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "customers_reseller" ON "customers" USING btree ("reseller_id","id");