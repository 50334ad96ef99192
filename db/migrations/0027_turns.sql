CREATE UNLOGGED TABLE "call_windows" (
	"reseller_id" bigint NOT NULL,
	"test" boolean NOT NULL,
	"taken" timestamp with time zone[] NOT NULL,
	"refs" text[] NOT NULL,
	CONSTRAINT "call_windows_reseller_id_test_pk" PRIMARY KEY("reseller_id","test")
);
--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "cost" bigint;--> statement-breakpoint
ALTER TABLE "dispatcher" ADD COLUMN "on_price_rise" text DEFAULT 'refund' NOT NULL;--> statement-breakpoint
ALTER TABLE "turns" ADD COLUMN "place" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "dispatcher" ADD CONSTRAINT "dispatcher_on_price_rise" CHECK ("dispatcher"."on_price_rise" in ('refund', 'wait'));
