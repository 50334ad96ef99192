CREATE TABLE "shop_domains" (
	"shop_id" bigint PRIMARY KEY NOT NULL,
	"domain" text NOT NULL,
	"token" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"problem" text,
	"addresses" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"verified_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_domains_state" CHECK ("shop_domains"."state" in ('pending', 'verified', 'lost')),
	CONSTRAINT "shop_domains_problem" CHECK ("shop_domains"."problem" in ('proof', 'address', 'taken', 'no_response', 'off')),
	CONSTRAINT "shop_domains_form" CHECK ("shop_domains"."domain" ~ '^([a-z0-9]([a-z0-9-]*[a-z0-9])?[.])+[a-z0-9-]*[a-z0-9]$'),
	CONSTRAINT "shop_domains_length" CHECK (length("shop_domains"."domain") <= 240),
	CONSTRAINT "shop_domains_proven" CHECK (("shop_domains"."state" = 'pending') = ("shop_domains"."verified_at" is null))
);
--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "host" text;--> statement-breakpoint
ALTER TABLE "shop_domains" ADD CONSTRAINT "shop_domains_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shop_domains_verified" ON "shop_domains" USING btree ("domain") WHERE "shop_domains"."state" = 'verified';--> statement-breakpoint
CREATE INDEX "shop_domains_domain" ON "shop_domains" USING btree ("domain");--> statement-breakpoint
CREATE INDEX "shop_domains_due" ON "shop_domains" USING btree ("due_at");