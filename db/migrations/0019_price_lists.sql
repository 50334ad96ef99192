CREATE TABLE "price_list_rules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_list_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"network_id" integer,
	"type_name" text,
	"plan_id" integer,
	"kind" text,
	"value" bigint,
	"hidden" boolean DEFAULT false NOT NULL,
	CONSTRAINT "price_list_rules_scope" UNIQUE NULLS NOT DISTINCT("reseller_id","network_id","type_name","plan_id"),
	CONSTRAINT "price_list_rules_kind" CHECK ("price_list_rules"."kind" in ('flat', 'percent', 'fixed')),
	CONSTRAINT "price_list_rules_value" CHECK (("price_list_rules"."kind" is null) = ("price_list_rules"."value" is null) and "price_list_rules"."value" >= 0
        and ("price_list_rules"."kind" <> 'fixed' or "price_list_rules"."value" > 0)),
	CONSTRAINT "price_list_rules_content" CHECK ("price_list_rules"."kind" is not null or "price_list_rules"."hidden"),
	CONSTRAINT "price_list_rules_plan" CHECK ("price_list_rules"."plan_id" is null and "price_list_rules"."kind" <> 'fixed' and not "price_list_rules"."hidden"
        or "price_list_rules"."plan_id" is not null and "price_list_rules"."network_id" is null and "price_list_rules"."type_name" is null)
);
--> statement-breakpoint
CREATE TABLE "price_lists" (
	"reseller_id" bigint PRIMARY KEY NOT NULL,
	"rounding" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_lists_rounding" CHECK ("price_lists"."rounding" > 0)
);
--> statement-breakpoint
ALTER TABLE "price_list_rules" ADD CONSTRAINT "price_list_rules_reseller_id_price_lists_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."price_lists"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_lists" ADD CONSTRAINT "price_lists_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;
