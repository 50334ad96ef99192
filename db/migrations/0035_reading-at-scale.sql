CREATE TABLE "report_resellers" (
	"day" date NOT NULL,
	"reseller_id" bigint NOT NULL,
	"network_id" integer NOT NULL,
	"plan_id" integer NOT NULL,
	"delivered" integer NOT NULL,
	"failed" integer NOT NULL,
	"cancelled" integer NOT NULL,
	"reversed" integer NOT NULL,
	"sales" bigint NOT NULL,
	"cost" bigint NOT NULL,
	CONSTRAINT "report_resellers_reseller_id_day_network_id_plan_id_pk" PRIMARY KEY("reseller_id","day","network_id","plan_id")
);
--> statement-breakpoint
ALTER TABLE "report_days" ADD COLUMN "resellers_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivered_ref" text;
--> statement-breakpoint
ALTER TABLE "report_resellers" ADD CONSTRAINT "report_resellers_day_report_days_day_fk" FOREIGN KEY ("day") REFERENCES "public"."report_days"("day") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "report_resellers_day" ON "report_resellers" USING btree ("day");
