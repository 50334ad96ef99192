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
CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"role" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"password_generated" boolean NOT NULL,
	"password_chosen_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "accounts_role" CHECK ("accounts"."role" in ('reseller', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "operator_contact" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"phone" text,
	"whatsapp" text,
	"email" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "operator_contact_single" CHECK ("operator_contact"."id" = 1)
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
CREATE TABLE "resellers" (
	"id" bigint PRIMARY KEY NOT NULL,
	"level" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"daily_limit" bigint,
	"version" integer DEFAULT 1 NOT NULL,
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
	"device_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "sessions_secret_hash" UNIQUE("secret_hash")
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
CREATE TABLE "audit_personal" (
	"audit_id" bigint PRIMARY KEY NOT NULL,
	"facts" jsonb,
	"erased_at" timestamp with time zone,
	CONSTRAINT "audit_personal_erased" CHECK (("audit_personal"."facts" is null) = ("audit_personal"."erased_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "catalogue" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
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
CREATE TABLE "funding_terms" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "funding_terms_single" CHECK ("funding_terms"."id" = 1)
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
CREATE TABLE "processes" (
	"name" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"roles" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purchase_id" bigint NOT NULL,
	"worker" text NOT NULL,
	"claimed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answer_by" timestamp with time zone,
	"cost" bigint,
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
	"back_off" integer DEFAULT 0 NOT NULL,
	"home" text,
	"on_price_rise" text DEFAULT 'refund' NOT NULL,
	CONSTRAINT "dispatcher_single" CHECK ("dispatcher"."id" = 1),
	CONSTRAINT "dispatcher_on_price_rise" CHECK ("dispatcher"."on_price_rise" in ('refund', 'wait'))
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
	"ending" text GENERATED ALWAYS AS (case state when 'successful' then 'delivered' when 'reversed' then 'reversed'
        when 'failed' then case when settled_by in ('cancelled', 'deadline') then 'cancelled' else 'failed' end end) STORED,
	"outcome" text,
	"upstream_id" text,
	"reversed_at" timestamp with time zone,
	CONSTRAINT "purchases_ident" UNIQUE("ident"),
	CONSTRAINT "purchases_ref" UNIQUE("reseller_id","ref"),
	CONSTRAINT "purchases_state" CHECK ("purchases"."state" in ('queued', 'sending', 'successful', 'failed', 'unconfirmed', 'reversed')),
	CONSTRAINT "purchases_money" CHECK ("purchases"."price" > 0 and "purchases"."cost" >= 0),
	CONSTRAINT "purchases_settled" CHECK (("purchases"."state" in ('queued', 'sending', 'unconfirmed')) = ("purchases"."settled_at" is null)),
	CONSTRAINT "purchases_reversal" CHECK (("purchases"."state" = 'reversed') = ("purchases"."reversed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "turns" (
	"reseller_id" bigint PRIMARY KEY NOT NULL,
	"claimed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"place" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chain_findings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	"ruptured" boolean NOT NULL,
	"suggestions" jsonb NOT NULL,
	CONSTRAINT "chain_findings_single" CHECK ("chain_findings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "chain_marks" (
	"hour" timestamp with time zone PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	"mark" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text DEFAULT 'settle' NOT NULL,
	"purchase_id" bigint,
	"outcome" text,
	"reseller_id" bigint,
	"amount" bigint,
	"about" text,
	"input" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reason" text NOT NULL,
	"proposed_by" bigint NOT NULL,
	"proposed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" bigint,
	"confirmed" boolean,
	CONSTRAINT "decisions_kind" CHECK ("decisions"."kind" in ('settle', 'credit', 'debit', 'claw_back', 'correction', 'funding', 'reversal', 'settings')),
	CONSTRAINT "decisions_outcome" CHECK ("decisions"."kind" <> 'settle' or ("decisions"."purchase_id" is not null and "decisions"."outcome" in ('successful', 'failed'))),
	CONSTRAINT "decisions_moves" CHECK ("decisions"."kind" = 'settle' or "decisions"."amount" > 0),
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
	"cut" boolean DEFAULT false NOT NULL,
	CONSTRAINT "discrepancies_key" UNIQUE("key"),
	CONSTRAINT "discrepancies_kind" CHECK ("discrepancies"."kind" in ('rise', 'fall', 'answer', 'ident', 'failed_charged', 'decision'))
);
--> statement-breakpoint
CREATE TABLE "reconciling" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"automatic" boolean DEFAULT true NOT NULL,
	"late_seconds" integer DEFAULT 600 NOT NULL,
	"refund_seconds" integer DEFAULT 21600 NOT NULL,
	"grace_seconds" integer DEFAULT 600 NOT NULL,
	"second_admin_above" bigint DEFAULT 500000 NOT NULL,
	"low_balance" bigint DEFAULT 5000000 NOT NULL,
	"scanned_to" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"basis" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "reconciling_single" CHECK ("reconciling"."id" = 1),
	CONSTRAINT "reconciling_times" CHECK ("reconciling"."late_seconds" > 0 and "reconciling"."refund_seconds" >= "reconciling"."late_seconds" and "reconciling"."grace_seconds" >= 0)
);
--> statement-breakpoint
CREATE TABLE "upstream_adjustments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "upstream_adjustments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"amount" bigint NOT NULL,
	"earliest" timestamp with time zone NOT NULL,
	"latest" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "upstream_adjustments_amount" CHECK ("upstream_adjustments"."amount" <> 0),
	CONSTRAINT "upstream_adjustments_span" CHECK ("upstream_adjustments"."earliest" <= "upstream_adjustments"."latest")
);
--> statement-breakpoint
CREATE TABLE "report_days" (
	"day" date PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	"resellers_at" timestamp with time zone,
	"open" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_plans" (
	"day" date NOT NULL,
	"network_id" integer NOT NULL,
	"plan_id" integer NOT NULL,
	"delivered" integer NOT NULL,
	"failed" integer NOT NULL,
	"cancelled" integer NOT NULL,
	"reversed" integer NOT NULL,
	"sales" bigint NOT NULL,
	"cost" bigint NOT NULL,
	CONSTRAINT "report_plans_day_network_id_plan_id_pk" PRIMARY KEY("day","network_id","plan_id")
);
--> statement-breakpoint
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
CREATE TABLE "order_limits" (
	"bucket" text PRIMARY KEY NOT NULL,
	"taken" integer NOT NULL,
	"most" integer NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"shop_id" bigint NOT NULL,
	"reseller_id" bigint NOT NULL,
	"ref" text NOT NULL,
	"reference" text NOT NULL,
	"plan_id" integer NOT NULL,
	"network_id" integer NOT NULL,
	"network_name" text NOT NULL,
	"type_name" text NOT NULL,
	"size" text NOT NULL,
	"volume" text NOT NULL,
	"validity" text NOT NULL,
	"phone" text,
	"customer_name" text,
	"customer_email" text,
	"price" bigint NOT NULL,
	"payment" text DEFAULT 'awaiting' NOT NULL,
	"reason" text,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"pay_by" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivery_ref" text NOT NULL,
	"purchase_id" bigint,
	"delivered_ref" text,
	CONSTRAINT "orders_code" UNIQUE("code"),
	CONSTRAINT "orders_purchase" UNIQUE("purchase_id"),
	CONSTRAINT "orders_ref" UNIQUE("shop_id","ref"),
	CONSTRAINT "orders_reference" UNIQUE("shop_id","reference"),
	CONSTRAINT "orders_payment" CHECK ("orders"."payment" in ('awaiting', 'received', 'refused', 'expired', 'refunded')),
	CONSTRAINT "orders_price" CHECK ("orders"."price" > 0),
	CONSTRAINT "orders_paid" CHECK (("orders"."payment" in ('received', 'refunded')) = ("orders"."paid_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "shop_pictures" (
	"shop_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_pictures_shop_id_hash_pk" PRIMARY KEY("shop_id","hash")
);
--> statement-breakpoint
CREATE TABLE "shop_plans" (
	"shop_id" bigint NOT NULL,
	"plan_id" integer NOT NULL,
	"price" bigint,
	"hidden" boolean DEFAULT false NOT NULL,
	CONSTRAINT "shop_plans_shop_id_plan_id_pk" PRIMARY KEY("shop_id","plan_id"),
	CONSTRAINT "shop_plans_price" CHECK ("shop_plans"."price" > 0)
);
--> statement-breakpoint
CREATE TABLE "shop_rules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shop_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" bigint NOT NULL,
	"network_id" integer,
	"type_name" text,
	"plan_id" integer,
	"kind" text NOT NULL,
	"value" bigint NOT NULL,
	CONSTRAINT "shop_rules_scope" UNIQUE NULLS NOT DISTINCT("shop_id","network_id","type_name","plan_id"),
	CONSTRAINT "shop_rules_kind" CHECK ("shop_rules"."kind" in ('flat', 'percent')),
	CONSTRAINT "shop_rules_value" CHECK ("shop_rules"."value" >= 0)
);
--> statement-breakpoint
CREATE TABLE "shop_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"shop_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shops" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shops_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"phone" text,
	"whatsapp" text,
	"hue" integer NOT NULL,
	"logo" text,
	"state" text NOT NULL,
	"closed_by" text,
	"payments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"payments_changed_at" timestamp with time zone,
	"pay_within" integer DEFAULT 120 NOT NULL,
	"rounding" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "shops_reseller" UNIQUE("reseller_id"),
	CONSTRAINT "shops_slug" UNIQUE("slug"),
	CONSTRAINT "shops_slug_form" CHECK ("shops"."slug" ~ '^[a-z0-9]([a-z0-9-]{1,38})[a-z0-9]$'),
	CONSTRAINT "shops_hue" CHECK ("shops"."hue" between 0 and 359),
	CONSTRAINT "shops_state" CHECK ("shops"."state" in ('open', 'paused', 'closed')),
	CONSTRAINT "shops_closed_by" CHECK (("shops"."state" = 'closed') = ("shops"."closed_by" is not null)),
	CONSTRAINT "shops_pay_within" CHECK ("shops"."pay_within" between 5 and 10080),
	CONSTRAINT "shops_rounding" CHECK ("shops"."rounding" > 0)
);
--> statement-breakpoint
CREATE TABLE "plan_prices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plan_prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"plan_id" integer NOT NULL,
	"version" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"cost" bigint,
	"smart_earner" bigint,
	"affiliate" bigint,
	"top_user" bigint,
	"api" bigint
);
--> statement-breakpoint
CREATE TABLE "plan_terms" (
	"plan_id" integer PRIMARY KEY NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"name" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_rules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network_id" integer,
	"type_id" integer,
	"plan_id" integer,
	"level" text,
	"kind" text NOT NULL,
	"value" bigint NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_rules_scope" UNIQUE NULLS NOT DISTINCT("network_id","type_id","plan_id","level"),
	CONSTRAINT "price_rules_level" CHECK ("price_rules"."level" in ('smart_earner', 'affiliate', 'top_user', 'api')),
	CONSTRAINT "price_rules_kind" CHECK ("price_rules"."kind" in ('flat', 'percent')),
	CONSTRAINT "price_rules_type" CHECK ("price_rules"."type_id" is null or "price_rules"."network_id" is not null),
	CONSTRAINT "price_rules_plan" CHECK ("price_rules"."plan_id" is null or ("price_rules"."network_id" is null and "price_rules"."type_id" is null))
);
--> statement-breakpoint
CREATE TABLE "sale_switches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sale_switches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network_id" integer,
	"type_id" integer,
	"off" boolean NOT NULL,
	"message" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sale_switches_scope" UNIQUE NULLS NOT DISTINCT("network_id","type_id"),
	CONSTRAINT "sale_switches_type" CHECK ("sale_switches"."type_id" is null or "sale_switches"."network_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "test_purchases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "test_purchases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ident" text NOT NULL,
	"reseller_id" bigint NOT NULL,
	"ref" text NOT NULL,
	"plan_id" integer NOT NULL,
	"network_id" integer NOT NULL,
	"network_name" text NOT NULL,
	"type_name" text NOT NULL,
	"size" text NOT NULL,
	"volume" text NOT NULL,
	"validity" text NOT NULL,
	"phone" text NOT NULL,
	"price" bigint NOT NULL,
	"wallet_before" bigint NOT NULL,
	"wallet_after" bigint NOT NULL,
	"ending" text NOT NULL,
	"ends_at" timestamp with time zone,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "test_purchases_ident" UNIQUE("ident"),
	CONSTRAINT "test_purchases_ref" UNIQUE("reseller_id","ref")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "call_windows" (
	"reseller_id" bigint NOT NULL,
	"test" boolean NOT NULL,
	"taken" timestamp with time zone[] NOT NULL,
	"refs" text[] NOT NULL,
	CONSTRAINT "call_windows_reseller_id_test_pk" PRIMARY KEY("reseller_id","test")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "token_windows" (
	"token_id" bigint PRIMARY KEY NOT NULL,
	"taken" timestamp with time zone[] NOT NULL,
	"refs" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"hint" text NOT NULL,
	"test" boolean NOT NULL,
	"ips" text[] DEFAULT '{}' NOT NULL,
	"origins" text[] DEFAULT '{}' NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	"used_address" text,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "tokens_hash" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" text DEFAULT 'msg_' || replace(gen_random_uuid()::text, '-', '') NOT NULL,
	"endpoint_id" bigint NOT NULL,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"body" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "webhook_deliveries_message" UNIQUE("message_id"),
	CONSTRAINT "webhook_deliveries_state" CHECK ("webhook_deliveries"."state" in ('waiting', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_endpoints_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"url" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"events" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	"asked" integer DEFAULT 0 NOT NULL,
	"asked_until" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"rest_until" timestamp with time zone,
	"slow" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_tries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_tries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"took_ms" integer NOT NULL,
	"http_status" integer,
	"problem" text
);
--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reseller_notes" ADD CONSTRAINT "reseller_notes_reseller_id_resellers_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."resellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resellers" ADD CONSTRAINT "resellers_id_accounts_id_fk" FOREIGN KEY ("id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_reseller_id_resellers_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."resellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_types" ADD CONSTRAINT "plan_types_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_pictures" ADD CONSTRAINT "funding_pictures_request_id_funding_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."funding_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_requests" ADD CONSTRAINT "funding_requests_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_requests" ADD CONSTRAINT "funding_requests_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_reseller_id_accounts_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_reseller_id_accounts_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_proposed_by_accounts_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_ended_by_accounts_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_plans" ADD CONSTRAINT "report_plans_day_report_days_day_fk" FOREIGN KEY ("day") REFERENCES "public"."report_days"("day") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_resellers" ADD CONSTRAINT "report_resellers_day_report_days_day_fk" FOREIGN KEY ("day") REFERENCES "public"."report_days"("day") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_shops" ADD CONSTRAINT "report_shops_day_report_shop_days_day_fk" FOREIGN KEY ("day") REFERENCES "public"."report_shop_days"("day") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_pictures" ADD CONSTRAINT "shop_pictures_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_plans" ADD CONSTRAINT "shop_plans_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_rules" ADD CONSTRAINT "shop_rules_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_slugs" ADD CONSTRAINT "shop_slugs_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shops" ADD CONSTRAINT "shops_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_purchases" ADD CONSTRAINT "test_purchases_reseller_id_accounts_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_reseller_id_accounts_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_reseller_id_accounts_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_tries" ADD CONSTRAINT "webhook_tries_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_links_account" ON "account_links" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_links_open" ON "account_links" USING btree ("account_id") WHERE "account_links"."used_at" is null and "account_links"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email" ON "accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "reseller_notes_reseller" ON "reseller_notes" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "sign_ups_pending" ON "sign_ups" USING btree ("id") WHERE "sign_ups"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject","subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_reseller" ON "audit" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "audit_reseller_account" ON "audit" USING btree ("reseller_id","id") WHERE "audit"."subject" <> 'purchase';--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor","id");--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_admins" ON "audit" USING btree ("id") WHERE "audit"."actor" like 'admin:%';--> statement-breakpoint
CREATE INDEX "plan_changes_plan" ON "plan_changes" USING btree ("plan_id","id");--> statement-breakpoint
CREATE INDEX "funding_requests_reseller" ON "funding_requests" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "funding_requests_pending" ON "funding_requests" USING btree ("id") WHERE "funding_requests"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "funding_requests_bank" ON "funding_requests" USING btree (lower("bank_reference"));--> statement-breakpoint
CREATE INDEX "entries_journal" ON "entries" USING btree ("journal_id");--> statement-breakpoint
CREATE INDEX "entries_account" ON "entries" USING btree ("reseller_id","account","id");--> statement-breakpoint
CREATE INDEX "journals_reseller" ON "journals" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "journals_reseller_at" ON "journals" USING btree ("reseller_id","at");--> statement-breakpoint
CREATE INDEX "journals_rare" ON "journals" USING btree ("reseller_id","kind","id") WHERE "journals"."kind" not in ('hold', 'settle', 'release');--> statement-breakpoint
CREATE INDEX "journals_all_by_hand" ON "journals" USING btree ("id") WHERE "journals"."kind" in ('credit', 'debit', 'claw_back', 'correction');--> statement-breakpoint
CREATE INDEX "journals_purchase" ON "journals" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "attempts_purchase" ON "attempts" USING btree ("purchase_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_sent_once" ON "attempts" USING btree ("purchase_id") WHERE "attempts"."meaning" is null or "attempts"."meaning" not in ('unsent', 'throttled', 'refused');--> statement-breakpoint
CREATE INDEX "attempts_open" ON "attempts" USING btree ("worker") WHERE "attempts"."meaning" is null;--> statement-breakpoint
CREATE INDEX "attempts_claimed" ON "attempts" USING btree ("claimed_at");--> statement-breakpoint
CREATE INDEX "attempts_repriced" ON "attempts" USING btree ("purchase_id") WHERE "attempts"."amount" <> "attempts"."cost";--> statement-breakpoint
CREATE INDEX "attempts_upstream" ON "attempts" USING btree ("upstream_id");--> statement-breakpoint
CREATE INDEX "attempts_upstream_ident" ON "attempts" USING btree ("upstream_ident");--> statement-breakpoint
CREATE INDEX "purchases_reseller" ON "purchases" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "purchases_reseller_placed" ON "purchases" USING btree ("reseller_id","placed_at");--> statement-breakpoint
CREATE INDEX "purchases_placed" ON "purchases" USING btree ("placed_at");--> statement-breakpoint
CREATE INDEX "purchases_phone_reseller" ON "purchases" USING btree ("phone","reseller_id","id");--> statement-breakpoint
CREATE INDEX "purchases_upstream" ON "purchases" USING btree ("upstream_id");--> statement-breakpoint
CREATE INDEX "purchases_ref_search" ON "purchases" USING btree ("ref");--> statement-breakpoint
CREATE INDEX "purchases_open" ON "purchases" USING btree ("state","id") WHERE "purchases"."state" in ('queued', 'sending', 'unconfirmed');--> statement-breakpoint
CREATE INDEX "purchases_queued" ON "purchases" USING btree ("reseller_id","channel","id") WHERE "purchases"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "purchases_plan" ON "purchases" USING btree ("plan_id","id");--> statement-breakpoint
CREATE INDEX "purchases_network" ON "purchases" USING btree ("network_id","id");--> statement-breakpoint
CREATE INDEX "purchases_failed" ON "purchases" USING btree ("id","network_id","plan_id") WHERE "purchases"."ending" = 'failed';--> statement-breakpoint
CREATE INDEX "purchases_cancelled" ON "purchases" USING btree ("id","network_id","plan_id") WHERE "purchases"."ending" = 'cancelled';--> statement-breakpoint
CREATE INDEX "purchases_reversed" ON "purchases" USING btree ("id") WHERE "purchases"."state" = 'reversed';--> statement-breakpoint
CREATE INDEX "purchases_reversed_at_placed" ON "purchases" USING btree ("placed_at","reversed_at") WHERE "purchases"."reversed_at" is not null;--> statement-breakpoint
CREATE INDEX "purchases_storefront_settled" ON "purchases" USING btree ("reseller_id","settled_at") WHERE "purchases"."channel" = 'storefront' and "purchases"."state" = 'successful';--> statement-breakpoint
CREATE INDEX "purchases_storefront_reversed" ON "purchases" USING btree ("settled_at","reversed_at") WHERE "purchases"."channel" = 'storefront' and "purchases"."reversed_at" is not null;--> statement-breakpoint
CREATE INDEX "chain_marks_at" ON "chain_marks" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "decisions_open" ON "decisions" USING btree ("purchase_id") WHERE "decisions"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "decisions_open_about" ON "decisions" USING btree ("kind","about") WHERE "decisions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "discrepancies_open" ON "discrepancies" USING btree ("id") WHERE "discrepancies"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "upstream_adjustments_latest" ON "upstream_adjustments" USING btree ("latest");--> statement-breakpoint
CREATE INDEX "report_resellers_day" ON "report_resellers" USING btree ("day");--> statement-breakpoint
CREATE INDEX "report_shops_day" ON "report_shops" USING btree ("day");--> statement-breakpoint
CREATE INDEX "orders_reseller" ON "orders" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "orders_reseller_paid" ON "orders" USING btree ("reseller_id","paid_at");--> statement-breakpoint
CREATE INDEX "orders_waiting" ON "orders" USING btree ("reseller_id","id") WHERE "orders"."payment" = 'awaiting' or "orders"."payment" = 'received' and "orders"."delivered_ref" is distinct from "orders"."delivery_ref";--> statement-breakpoint
CREATE INDEX "orders_new" ON "orders" USING btree ("reseller_id") WHERE "orders"."payment" = 'awaiting';--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("pay_by") WHERE "orders"."payment" = 'awaiting';--> statement-breakpoint
CREATE INDEX "orders_to_forget" ON "orders" USING btree ("changed_at") WHERE "orders"."payment" in ('refused', 'expired') and "orders"."phone" is not null;--> statement-breakpoint
CREATE INDEX "shop_slugs_shop" ON "shop_slugs" USING btree ("shop_id");--> statement-breakpoint
CREATE INDEX "plan_prices_plan" ON "plan_prices" USING btree ("plan_id","id");--> statement-breakpoint
CREATE INDEX "tokens_reseller" ON "tokens" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "tokens_origins" ON "tokens" USING gin ("origins");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("endpoint_id","next_at","id") WHERE "webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries" USING btree ("endpoint_id","id") WHERE "webhook_deliveries"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_rare" ON "webhook_deliveries" USING btree ("endpoint_id","type","id") WHERE "webhook_deliveries"."type" not in ('purchase.successful', 'purchase.failed');--> statement-breakpoint
CREATE INDEX "webhook_deliveries_subject" ON "webhook_deliveries" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_done" ON "webhook_deliveries" USING btree ("done_at") WHERE "webhook_deliveries"."done_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_reseller" ON "webhook_endpoints" USING btree ("reseller_id") WHERE "webhook_endpoints"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_claimed" ON "webhook_endpoints" USING btree ("reseller_id") WHERE "webhook_endpoints"."claimed_until" is not null;--> statement-breakpoint
CREATE INDEX "webhook_tries_delivery" ON "webhook_tries" USING btree ("delivery_id","id");