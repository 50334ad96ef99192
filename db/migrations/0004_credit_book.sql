CREATE TABLE "credit_payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"key" text NOT NULL,
	"sale_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"paid_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "credit_payments_key" UNIQUE("reseller_id","key","sale_id"),
	CONSTRAINT "credit_payments_amount" CHECK ("credit_payments"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "credit_sales" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_sales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"key" text NOT NULL,
	"phone" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"what" text NOT NULL,
	"purchase_id" bigint,
	"amount" bigint NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"due_on" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "credit_sales_key" UNIQUE("reseller_id","key"),
	CONSTRAINT "credit_sales_amount" CHECK ("credit_sales"."amount" between 1 and 100000000000),
	CONSTRAINT "credit_sales_paid" CHECK ("credit_sales"."paid" between 0 and "credit_sales"."amount"),
	CONSTRAINT "credit_sales_undone" CHECK ("credit_sales"."undone_at" is null or "credit_sales"."paid" = 0),
	CONSTRAINT "credit_sales_end" CHECK (("credit_sales"."ended_at" is null) = ("credit_sales"."undone_at" is null and "credit_sales"."paid" < "credit_sales"."amount")),
	CONSTRAINT "credit_sales_lengths" CHECK (length("credit_sales"."name") <= 60 and length("credit_sales"."what") between 1 and 100)
);
--> statement-breakpoint
ALTER TABLE "credit_payments" ADD CONSTRAINT "credit_payments_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_payments" ADD CONSTRAINT "credit_payments_sale_id_credit_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."credit_sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_sales" ADD CONSTRAINT "credit_sales_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_sales" ADD CONSTRAINT "credit_sales_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_payments_sale" ON "credit_payments" USING btree ("sale_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_sales_purchase" ON "credit_sales" USING btree ("purchase_id") WHERE "credit_sales"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "credit_sales_reseller" ON "credit_sales" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "credit_sales_phone" ON "credit_sales" USING btree ("phone","reseller_id","id");--> statement-breakpoint
CREATE INDEX "credit_sales_owed" ON "credit_sales" USING btree ("reseller_id","phone","due_on") WHERE "credit_sales"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "credit_sales_ended" ON "credit_sales" USING btree ("ended_at") WHERE "credit_sales"."ended_at" is not null;