CREATE TABLE "moved_alone" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "moved_alone_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"admin_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "moved_alone_kind" CHECK ("moved_alone"."kind" in ('settle', 'credit', 'debit', 'claw_back', 'correction', 'funding', 'suspense', 'reversal')),
	CONSTRAINT "moved_alone_amount" CHECK ("moved_alone"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "second_admin_rules" (
	"kind" text PRIMARY KEY NOT NULL,
	"single" text NOT NULL,
	"own" bigint,
	"day" bigint,
	CONSTRAINT "second_admin_rules_kind" CHECK ("second_admin_rules"."kind" in ('settle', 'credit', 'debit', 'claw_back', 'correction', 'funding', 'suspense', 'reversal')),
	CONSTRAINT "second_admin_rules_single" CHECK ("second_admin_rules"."single" in ('common', 'own', 'always', 'never')),
	CONSTRAINT "second_admin_rules_own" CHECK (("second_admin_rules"."single" = 'own') = ("second_admin_rules"."own" is not null)),
	CONSTRAINT "second_admin_rules_sums" CHECK ("second_admin_rules"."own" > 0 and "second_admin_rules"."day" > 0),
	CONSTRAINT "second_admin_rules_never" CHECK ("second_admin_rules"."single" <> 'never' or "second_admin_rules"."kind" in ('correction', 'settle', 'reversal'))
);
--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "day_moved" bigint;--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "day_above" bigint;--> statement-breakpoint
ALTER TABLE "reconciling" ADD COLUMN "second_admin_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "moved_alone_admin" ON "moved_alone" USING btree ("admin_id","kind","at");