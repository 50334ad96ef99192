CREATE TABLE "report_shop_days" (
	"day" date PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_shops" (
	"day" date NOT NULL,
	"reseller_id" bigint NOT NULL,
	"plan_id" integer NOT NULL,
	"network_name" text NOT NULL,
	"label" text NOT NULL,
	"orders" integer NOT NULL,
	"sales" bigint NOT NULL,
	"cost" bigint NOT NULL,
	CONSTRAINT "report_shops_reseller_id_day_plan_id_pk" PRIMARY KEY("reseller_id","day","plan_id")
);
--> statement-breakpoint
ALTER TABLE "report_shops" ADD CONSTRAINT "report_shops_day_report_shop_days_day_fk" FOREIGN KEY ("day") REFERENCES "public"."report_shop_days"("day") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "report_shops_day" ON "report_shops" USING btree ("day");
