CREATE TABLE "order_limits" (
	"bucket" text PRIMARY KEY NOT NULL,
	"taken" integer NOT NULL,
	"most" integer NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"store_id" bigint NOT NULL,
	"reseller_id" bigint NOT NULL,
	"ref" text NOT NULL,
	"reference" text NOT NULL,
	"plan_id" integer NOT NULL,
	"network_id" integer NOT NULL,
	"network_name" text NOT NULL,
	"type_name" text NOT NULL,
	"size" text NOT NULL,
	"volume" text NOT NULL,
	"validity" text NOT NULL,
	"phone" text,
	"customer_name" text,
	"customer_email" text,
	"price" bigint NOT NULL,
	"payment" text DEFAULT 'awaiting' NOT NULL,
	"reason" text,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"pay_by" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivery_ref" text NOT NULL,
	CONSTRAINT "orders_code" UNIQUE("code"),
	CONSTRAINT "orders_ref" UNIQUE("store_id","ref"),
	CONSTRAINT "orders_reference" UNIQUE("store_id","reference"),
	CONSTRAINT "orders_delivery_ref" UNIQUE("reseller_id","delivery_ref"),
	CONSTRAINT "orders_payment" CHECK ("orders"."payment" in ('awaiting', 'received', 'refused', 'expired', 'refunded')),
	CONSTRAINT "orders_price" CHECK ("orders"."price" > 0),
	CONSTRAINT "orders_paid" CHECK (("orders"."payment" in ('received', 'refunded')) = ("orders"."paid_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "store_pictures" (
	"store_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_pictures_store_id_hash_pk" PRIMARY KEY("store_id","hash")
);
--> statement-breakpoint
CREATE TABLE "store_plans" (
	"store_id" bigint NOT NULL,
	"plan_id" integer NOT NULL,
	"price" bigint,
	"hidden" boolean DEFAULT false NOT NULL,
	CONSTRAINT "store_plans_store_id_plan_id_pk" PRIMARY KEY("store_id","plan_id"),
	CONSTRAINT "store_plans_price" CHECK ("store_plans"."price" > 0)
);
--> statement-breakpoint
CREATE TABLE "store_rules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "store_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"store_id" bigint NOT NULL,
	"network_id" integer,
	"type_name" text,
	"plan_id" integer,
	"kind" text NOT NULL,
	"value" bigint NOT NULL,
	CONSTRAINT "store_rules_scope" UNIQUE NULLS NOT DISTINCT("store_id","network_id","type_name","plan_id"),
	CONSTRAINT "store_rules_kind" CHECK ("store_rules"."kind" in ('flat', 'percent')),
	CONSTRAINT "store_rules_value" CHECK ("store_rules"."value" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stores" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stores_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"phone" text,
	"whatsapp" text,
	"hue" integer NOT NULL,
	"logo" text,
	"state" text NOT NULL,
	"closed_by" text,
	"payments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"pay_within" integer DEFAULT 120 NOT NULL,
	"rounding" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stores_reseller" UNIQUE("reseller_id"),
	CONSTRAINT "stores_slug" UNIQUE("slug"),
	CONSTRAINT "stores_slug_form" CHECK ("stores"."slug" ~ '^[a-z0-9]([a-z0-9-]{1,38})[a-z0-9]$'),
	CONSTRAINT "stores_hue" CHECK ("stores"."hue" between 0 and 359),
	CONSTRAINT "stores_state" CHECK ("stores"."state" in ('open', 'paused', 'closed')),
	CONSTRAINT "stores_closed_by" CHECK (("stores"."state" = 'closed') = ("stores"."closed_by" is not null)),
	CONSTRAINT "stores_pay_within" CHECK ("stores"."pay_within" between 5 and 10080),
	CONSTRAINT "stores_rounding" CHECK ("stores"."rounding" > 0)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_pictures" ADD CONSTRAINT "store_pictures_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_plans" ADD CONSTRAINT "store_plans_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_rules" ADD CONSTRAINT "store_rules_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_reseller" ON "orders" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "orders_reseller_paid" ON "orders" USING btree ("reseller_id","paid_at");--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("pay_by") WHERE "orders"."payment" = 'awaiting';--> statement-breakpoint
CREATE INDEX "orders_to_forget" ON "orders" USING btree ("changed_at") WHERE "orders"."payment" in ('refused', 'expired') and "orders"."phone" is not null;