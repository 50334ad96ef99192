CREATE TABLE "plan_routings" (
	"plan_id" integer PRIMARY KEY NOT NULL,
	"routing" text,
	"first_supplier_id" integer,
	CONSTRAINT "plan_routings_one" CHECK (num_nonnulls("plan_routings"."routing", "plan_routings"."first_supplier_id") = 1),
	CONSTRAINT "plan_routings_rule" CHECK ("plan_routings"."routing" in ('cost', 'rank', 'share'))
);
--> statement-breakpoint
ALTER TABLE "catalogue" ADD COLUMN "prices_follow" text DEFAULT 'main' NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "listed_by" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "route_cost" bigint;--> statement-breakpoint
ALTER TABLE "routes" ADD COLUMN "amounts" jsonb;--> statement-breakpoint
ALTER TABLE "plan_routings" ADD CONSTRAINT "plan_routings_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_routings" ADD CONSTRAINT "plan_routings_first_supplier_id_suppliers_id_fk" FOREIGN KEY ("first_supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue" ADD CONSTRAINT "catalogue_prices_follow" CHECK ("catalogue"."prices_follow" in ('main', 'dearest')) NOT VALID;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_listed_by" CHECK (("plans"."listed_by" = 1) = ("plans"."id" < 900000000)) NOT VALID;