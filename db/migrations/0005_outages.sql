CREATE TABLE "failure_texts" (
	"key" text PRIMARY KEY NOT NULL,
	"fault" text NOT NULL,
	"decided_by" text NOT NULL,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "failure_texts_fault" CHECK ("failure_texts"."fault" in ('network', 'recipient')),
	CONSTRAINT "failure_texts_key" CHECK (length("failure_texts"."key") <= 160)
);
--> statement-breakpoint
CREATE TABLE "line_habits" (
	"supplier_id" integer NOT NULL,
	"network_id" integer NOT NULL,
	"type_id" integer NOT NULL,
	"attempts" integer NOT NULL,
	"failure_share" double precision NOT NULL,
	"usual_seconds" double precision,
	"long_seconds" double precision,
	"counted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "line_habits_supplier_id_network_id_type_id_pk" PRIMARY KEY("supplier_id","network_id","type_id")
);
--> statement-breakpoint
CREATE TABLE "outages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"supplier_id" integer NOT NULL,
	"network_id" integer NOT NULL,
	"type_id" integer NOT NULL,
	"state" text NOT NULL,
	"began_at" timestamp with time zone DEFAULT now() NOT NULL,
	"began_by" text NOT NULL,
	"reason" text NOT NULL,
	"until" timestamp with time zone,
	"evidence" jsonb,
	"probe_at" timestamp with time zone,
	"probe_delay_seconds" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"end_reason" text,
	CONSTRAINT "outages_state" CHECK ("outages"."state" in ('paused', 'kept_open')),
	CONSTRAINT "outages_probe" CHECK ("outages"."probe_at" is null or "outages"."state" = 'paused'),
	CONSTRAINT "outages_ended" CHECK (("outages"."ended_at" is null) = ("outages"."ended_by" is null))
);
--> statement-breakpoint
CREATE TABLE "paused_plans" (
	"plan_id" integer PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"open_cost" bigint
);
--> statement-breakpoint
ALTER TABLE "outages" ADD CONSTRAINT "outages_supplier" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paused_plans" ADD CONSTRAINT "paused_plans_plan" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "outages_open" ON "outages" USING btree ("supplier_id","network_id","type_id") WHERE "outages"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "outages_ended_at" ON "outages" USING btree ("ended_at") WHERE "outages"."ended_at" is not null;