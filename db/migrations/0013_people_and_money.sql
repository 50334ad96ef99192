CREATE TABLE "account_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "account_links_hash" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "reseller_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reseller_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"text" text NOT NULL,
	"author" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_up_switch" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"open" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sign_up_switch_single" CHECK ("sign_up_switch"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "sign_ups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_ups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"about" text NOT NULL,
	"address" text,
	"hash" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"reseller_id" bigint,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	CONSTRAINT "sign_ups_hash" UNIQUE("hash"),
	CONSTRAINT "sign_ups_state" CHECK ("sign_ups"."state" in ('pending', 'approved', 'refused')),
	CONSTRAINT "sign_ups_decided" CHECK (("sign_ups"."state" = 'pending') = ("sign_ups"."decided_at" is null)),
	CONSTRAINT "sign_ups_approved" CHECK (("sign_ups"."state" = 'approved') = ("sign_ups"."reseller_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "funding_pictures" (
	"request_id" bigint PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "funding_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "funding_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"ref" text NOT NULL,
	"amount" bigint NOT NULL,
	"bank_reference" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"journal_id" bigint,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	CONSTRAINT "funding_requests_journal" UNIQUE("journal_id"),
	CONSTRAINT "funding_requests_ref" UNIQUE("reseller_id","ref"),
	CONSTRAINT "funding_requests_state" CHECK ("funding_requests"."state" in ('pending', 'approved', 'refused')),
	CONSTRAINT "funding_requests_amount" CHECK ("funding_requests"."amount" > 0),
	CONSTRAINT "funding_requests_decided" CHECK (("funding_requests"."state" = 'pending') = ("funding_requests"."decided_at" is null)),
	CONSTRAINT "funding_requests_credited" CHECK (("funding_requests"."state" = 'approved') = ("funding_requests"."journal_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "resellers" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reseller_notes" ADD CONSTRAINT "reseller_notes_reseller_id_resellers_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."resellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_reseller_id_resellers_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."resellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_pictures" ADD CONSTRAINT "funding_pictures_request_id_funding_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."funding_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_requests" ADD CONSTRAINT "funding_requests_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_requests" ADD CONSTRAINT "funding_requests_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_links_account" ON "account_links" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_links_open" ON "account_links" USING btree ("account_id") WHERE "account_links"."used_at" is null and "account_links"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "reseller_notes_reseller" ON "reseller_notes" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "sign_ups_pending" ON "sign_ups" USING btree ("id") WHERE "sign_ups"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "funding_requests_reseller" ON "funding_requests" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "funding_requests_pending" ON "funding_requests" USING btree ("id") WHERE "funding_requests"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "funding_requests_bank" ON "funding_requests" USING btree (lower("bank_reference"));--> statement-breakpoint
CREATE INDEX "audit_reseller_account" ON "audit" USING btree ("reseller_id","id") WHERE "audit"."subject" <> 'purchase';--> statement-breakpoint
CREATE INDEX "journals_reseller_at" ON "journals" USING btree ("reseller_id","at");--> statement-breakpoint
CREATE INDEX "journals_by_hand" ON "journals" USING btree ("reseller_id","id") WHERE "journals"."kind" in ('credit', 'debit', 'claw_back', 'correction');--> statement-breakpoint
CREATE INDEX "journals_all_by_hand" ON "journals" USING btree ("id") WHERE "journals"."kind" in ('credit', 'debit', 'claw_back', 'correction');