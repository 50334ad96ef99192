CREATE TABLE "helpers" (
	"id" bigint PRIMARY KEY NOT NULL,
	"reseller_id" bigint NOT NULL,
	"daily_limit" bigint,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "helpers_of_reseller" UNIQUE("id","reseller_id"),
	CONSTRAINT "helpers_daily_limit" CHECK ("helpers"."daily_limit" > 0)
);
--> statement-breakpoint
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_role";
--> statement-breakpoint
ALTER TABLE "transaction_pins" DROP CONSTRAINT "transaction_pins_reseller_id_resellers_id_fk";
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "helper_id" bigint;
--> statement-breakpoint
ALTER TABLE "helpers" ADD CONSTRAINT "helpers_id_accounts_id_fk" FOREIGN KEY ("id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "helpers" ADD CONSTRAINT "helpers_reseller_id_resellers_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."resellers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "helpers_reseller" ON "helpers" USING btree ("reseller_id","id");
--> statement-breakpoint
ALTER TABLE "transaction_pins" ADD CONSTRAINT "transaction_pins_reseller_id_resellers_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_helper" FOREIGN KEY ("helper_id","reseller_id") REFERENCES "public"."helpers"("id","reseller_id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_role" CHECK ("accounts"."role" in ('reseller', 'admin', 'helper')) NOT VALID;