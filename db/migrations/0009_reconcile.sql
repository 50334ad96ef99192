CREATE TABLE "decisions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purchase_id" bigint NOT NULL,
	"outcome" text NOT NULL,
	"reason" text NOT NULL,
	"proposed_by" bigint NOT NULL,
	"proposed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" bigint,
	"confirmed" boolean,
	CONSTRAINT "decisions_outcome" CHECK ("decisions"."outcome" in ('successful', 'failed')),
	CONSTRAINT "decisions_two_people" CHECK ("decisions"."confirmed" is not true or "decisions"."ended_by" <> "decisions"."proposed_by")
);
--> statement-breakpoint
CREATE TABLE "discrepancies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discrepancies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"attempt_id" bigint NOT NULL,
	"after_attempt_id" bigint,
	"amount" bigint,
	"earliest" timestamp with time zone,
	"latest" timestamp with time zone,
	"detail" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	"reason" text,
	CONSTRAINT "discrepancies_key" UNIQUE("key"),
	CONSTRAINT "discrepancies_kind" CHECK ("discrepancies"."kind" in ('rise', 'fall', 'answer', 'ident', 'failed_charged'))
);
--> statement-breakpoint
CREATE TABLE "reconciling" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"automatic" boolean DEFAULT true NOT NULL,
	"late_seconds" integer DEFAULT 600 NOT NULL,
	"refund_seconds" integer DEFAULT 1800 NOT NULL,
	"pending_seconds" integer DEFAULT 21600 NOT NULL,
	"grace_seconds" integer DEFAULT 600 NOT NULL,
	"second_admin_above" bigint DEFAULT 500000 NOT NULL,
	"low_balance" bigint DEFAULT 5000000 NOT NULL,
	"scanned_to" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reconciling_single" CHECK ("reconciling"."id" = 1),
	CONSTRAINT "reconciling_times" CHECK ("reconciling"."late_seconds" > 0 and "reconciling"."refund_seconds" >= "reconciling"."late_seconds" and "reconciling"."pending_seconds" >= "reconciling"."refund_seconds" and "reconciling"."grace_seconds" >= 0)
);
--> statement-breakpoint
CREATE TABLE "upstream_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "upstream_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"amount" bigint NOT NULL,
	"earliest" timestamp with time zone NOT NULL,
	"latest" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "upstream_moves_amount" CHECK ("upstream_moves"."amount" <> 0),
	CONSTRAINT "upstream_moves_span" CHECK ("upstream_moves"."earliest" <= "upstream_moves"."latest")
);
--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_proposed_by_accounts_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_ended_by_accounts_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "decisions_open" ON "decisions" USING btree ("purchase_id") WHERE "decisions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "discrepancies_open" ON "discrepancies" USING btree ("id") WHERE "discrepancies"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "upstream_moves_latest" ON "upstream_moves" USING btree ("latest");