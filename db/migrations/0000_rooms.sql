CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"role" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"password_generated" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "accounts_role" CHECK ("accounts"."role" in ('reseller', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "resellers" (
	"id" bigint PRIMARY KEY NOT NULL,
	"level" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"daily_limit" bigint,
	CONSTRAINT "resellers_level" CHECK ("resellers"."level" in ('smart_earner', 'affiliate', 'top_user', 'api')),
	CONSTRAINT "resellers_state" CHECK ("resellers"."state" in ('active', 'restricted', 'closed')),
	CONSTRAINT "resellers_daily_limit" CHECK ("resellers"."daily_limit" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"secret_hash" text NOT NULL,
	"account_id" bigint NOT NULL,
	"address" text,
	"agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "sessions_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"bucket" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"free_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"address" text,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"reseller_id" bigint,
	"journal_id" bigint,
	"reason" text,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "audit_journal" UNIQUE("journal_id")
);
--> statement-breakpoint
CREATE TABLE "catalogue" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"synced_at" timestamp with time zone,
	"source" text,
	"failed_at" timestamp with time zone,
	"failure" text,
	CONSTRAINT "catalogue_single" CHECK ("catalogue"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "networks" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"active" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plan_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"plan_id" integer NOT NULL,
	"version" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_types" (
	"network_id" integer NOT NULL,
	"id" integer NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "plan_types_network_id_id_pk" PRIMARY KEY("network_id","id")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" integer PRIMARY KEY NOT NULL,
	"network_id" integer NOT NULL,
	"type_id" integer NOT NULL,
	"size" text NOT NULL,
	"volume" text NOT NULL,
	"validity" text NOT NULL,
	"validity_normalized" text NOT NULL,
	"amount" bigint NOT NULL,
	"smart_earner_amount" bigint,
	"affiliate_amount" bigint,
	"top_user_amount" bigint,
	"api_amount" bigint,
	"active" boolean NOT NULL,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"vanished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"journal_id" bigint NOT NULL,
	"reseller_id" bigint NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	"balance" bigint NOT NULL,
	CONSTRAINT "entries_account_name" CHECK ("entries"."account" in ('wallet', 'held', 'sales', 'funding')),
	CONSTRAINT "entries_amount" CHECK ("entries"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "journals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "journals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"purchase_id" bigint,
	"reverses_id" bigint,
	"reason" text,
	"actor" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "journals_reversed_once" UNIQUE("reverses_id"),
	CONSTRAINT "journals_kind" CHECK ("journals"."kind" in ('credit', 'debit', 'claw_back', 'hold', 'settle', 'release', 'reversal', 'correction'))
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"reseller_id" bigint PRIMARY KEY NOT NULL,
	"wallet" bigint DEFAULT 0 NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	"sales" bigint DEFAULT 0 NOT NULL,
	"funding" bigint DEFAULT 0 NOT NULL,
	"floor" bigint DEFAULT 0 NOT NULL,
	"spent_day" text DEFAULT '' NOT NULL,
	"spent" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "wallets_floor" CHECK ("wallets"."wallet" >= "wallets"."floor" and "wallets"."floor" <= 0),
	CONSTRAINT "wallets_held" CHECK ("wallets"."held" >= 0),
	CONSTRAINT "wallets_balanced" CHECK ("wallets"."wallet" + "wallets"."held" + "wallets"."sales" + "wallets"."funding" = 0)
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purchase_id" bigint NOT NULL,
	"worker" text NOT NULL,
	"claimed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp with time zone,
	"meaning" text,
	"note" text,
	"http_status" integer,
	"raw" text,
	"upstream_id" text,
	"upstream_ident" text,
	"amount" bigint,
	"balance_before" bigint,
	"balance_after" bigint,
	"discrepancy" text
);
--> statement-breakpoint
CREATE TABLE "dispatcher" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"next_slot_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stopped" boolean DEFAULT false NOT NULL,
	"stop_reason" text,
	"stopped_by" text,
	"stopped_at" timestamp with time zone,
	"probe_at" timestamp with time zone,
	"probe_pause" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "dispatcher_single" CHECK ("dispatcher"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "purchases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ident" text NOT NULL,
	"reseller_id" bigint NOT NULL,
	"ref" text NOT NULL,
	"channel" text NOT NULL,
	"token_id" bigint,
	"level" text NOT NULL,
	"plan_id" integer NOT NULL,
	"network_id" integer NOT NULL,
	"network_name" text NOT NULL,
	"type_name" text NOT NULL,
	"size" text NOT NULL,
	"volume" text NOT NULL,
	"validity" text NOT NULL,
	"phone" text NOT NULL,
	"price" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"wallet_before" bigint NOT NULL,
	"wallet_after" bigint NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deadline_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"settled_by" text,
	"outcome" text,
	"upstream_id" text,
	CONSTRAINT "purchases_ident" UNIQUE("ident"),
	CONSTRAINT "purchases_ref" UNIQUE("reseller_id","ref"),
	CONSTRAINT "purchases_state" CHECK ("purchases"."state" in ('queued', 'sending', 'successful', 'failed', 'unconfirmed', 'reversed')),
	CONSTRAINT "purchases_money" CHECK ("purchases"."price" > 0 and "purchases"."cost" >= 0),
	CONSTRAINT "purchases_settled" CHECK (("purchases"."state" in ('queued', 'sending', 'unconfirmed')) = ("purchases"."settled_at" is null))
);
--> statement-breakpoint
CREATE TABLE "turns" (
	"reseller_id" bigint PRIMARY KEY NOT NULL,
	"claimed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "resellers" ADD CONSTRAINT "resellers_id_accounts_id_fk" FOREIGN KEY ("id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_types" ADD CONSTRAINT "plan_types_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_reseller_id_accounts_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email" ON "accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject","subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_reseller" ON "audit" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor","id");--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "plan_changes_plan" ON "plan_changes" USING btree ("plan_id","id");--> statement-breakpoint
CREATE INDEX "entries_journal" ON "entries" USING btree ("journal_id");--> statement-breakpoint
CREATE INDEX "entries_account" ON "entries" USING btree ("reseller_id","account","id");--> statement-breakpoint
CREATE INDEX "journals_reseller" ON "journals" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "journals_purchase" ON "journals" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "attempts_purchase" ON "attempts" USING btree ("purchase_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_sent_once" ON "attempts" USING btree ("purchase_id") WHERE "attempts"."meaning" is null or "attempts"."meaning" not in ('unsent', 'throttled', 'refused');--> statement-breakpoint
CREATE INDEX "attempts_open" ON "attempts" USING btree ("worker") WHERE "attempts"."meaning" is null;--> statement-breakpoint
CREATE INDEX "attempts_claimed" ON "attempts" USING btree ("claimed_at");--> statement-breakpoint
CREATE INDEX "attempts_upstream" ON "attempts" USING btree ("upstream_id");--> statement-breakpoint
CREATE INDEX "purchases_reseller" ON "purchases" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "purchases_reseller_placed" ON "purchases" USING btree ("reseller_id","placed_at");--> statement-breakpoint
CREATE INDEX "purchases_placed" ON "purchases" USING btree ("placed_at");--> statement-breakpoint
CREATE INDEX "purchases_reseller_phone" ON "purchases" USING btree ("reseller_id","phone","id");--> statement-breakpoint
CREATE INDEX "purchases_phone" ON "purchases" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "purchases_upstream" ON "purchases" USING btree ("upstream_id");--> statement-breakpoint
CREATE INDEX "purchases_ref_search" ON "purchases" USING btree ("ref");--> statement-breakpoint
CREATE INDEX "purchases_open" ON "purchases" USING btree ("state","id") WHERE "purchases"."state" in ('queued', 'sending', 'unconfirmed');