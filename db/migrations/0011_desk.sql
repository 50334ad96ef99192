CREATE TABLE "processes" (
	"name" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"roles" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_days" (
	"day" date PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	"open" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_plans" (
	"day" date NOT NULL,
	"network_id" integer NOT NULL,
	"plan_id" integer NOT NULL,
	"delivered" integer NOT NULL,
	"failed" integer NOT NULL,
	"cancelled" integer NOT NULL,
	"reversed" integer NOT NULL,
	"sales" bigint NOT NULL,
	"cost" bigint NOT NULL,
	CONSTRAINT "report_plans_day_network_id_plan_id_pk" PRIMARY KEY("day","network_id","plan_id")
);
--> statement-breakpoint
CREATE TABLE "plan_prices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plan_prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"plan_id" integer NOT NULL,
	"version" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"cost" bigint,
	"smart_earner" bigint,
	"affiliate" bigint,
	"top_user" bigint,
	"api" bigint
);
--> statement-breakpoint
CREATE TABLE "plan_terms" (
	"plan_id" integer PRIMARY KEY NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"name" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_rules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network_id" integer,
	"type_id" integer,
	"plan_id" integer,
	"level" text,
	"kind" text NOT NULL,
	"value" bigint NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_rules_scope" UNIQUE NULLS NOT DISTINCT("network_id","type_id","plan_id","level"),
	CONSTRAINT "price_rules_level" CHECK ("price_rules"."level" in ('smart_earner', 'affiliate', 'top_user', 'api')),
	CONSTRAINT "price_rules_kind" CHECK ("price_rules"."kind" in ('flat', 'percent')),
	CONSTRAINT "price_rules_type" CHECK ("price_rules"."type_id" is null or "price_rules"."network_id" is not null),
	CONSTRAINT "price_rules_plan" CHECK ("price_rules"."plan_id" is null or ("price_rules"."network_id" is null and "price_rules"."type_id" is null))
);
--> statement-breakpoint
CREATE TABLE "sale_switches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sale_switches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network_id" integer,
	"type_id" integer,
	"off" boolean NOT NULL,
	"message" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sale_switches_scope" UNIQUE NULLS NOT DISTINCT("network_id","type_id"),
	CONSTRAINT "sale_switches_type" CHECK ("sale_switches"."type_id" is null or "sale_switches"."network_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "reversed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "report_plans" ADD CONSTRAINT "report_plans_day_report_days_day_fk" FOREIGN KEY ("day") REFERENCES "public"."report_days"("day") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_prices_plan" ON "plan_prices" USING btree ("plan_id","id");--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_admins" ON "audit" USING btree ("id") WHERE "audit"."actor" like 'admin:%';--> statement-breakpoint
CREATE INDEX "purchases_plan" ON "purchases" USING btree ("plan_id","id");--> statement-breakpoint
CREATE INDEX "purchases_network" ON "purchases" USING btree ("network_id","id");--> statement-breakpoint
CREATE INDEX "purchases_failed" ON "purchases" USING btree ("id","network_id","plan_id") WHERE "purchases"."state" = 'failed' and "purchases"."settled_by" not in ('cancelled', 'deadline');--> statement-breakpoint
CREATE INDEX "purchases_cancelled" ON "purchases" USING btree ("id","network_id","plan_id") WHERE "purchases"."state" = 'failed' and "purchases"."settled_by" in ('cancelled', 'deadline');--> statement-breakpoint
CREATE INDEX "purchases_reversed" ON "purchases" USING btree ("id") WHERE "purchases"."state" = 'reversed';--> statement-breakpoint
CREATE INDEX "purchases_reversed_at" ON "purchases" USING btree ("reversed_at") WHERE "purchases"."reversed_at" is not null;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_reversal" CHECK (("purchases"."state" = 'reversed') = ("purchases"."reversed_at" is not null));