CREATE TABLE "backup_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backup_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "backup_codes_hash" UNIQUE("account_id","hash")
);
--> statement-breakpoint
CREATE TABLE "buying_pins" (
	"reseller_id" bigint PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	"wrong" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	CONSTRAINT "buying_pins_wrong" CHECK ("buying_pins"."wrong" between 0 and 2)
);
--> statement-breakpoint
CREATE TABLE "half_sign_ins" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "half_sign_ins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hash" text NOT NULL,
	"account_id" bigint NOT NULL,
	"device_hash" text,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "half_sign_ins_hash" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "passkey_challenges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hash" text NOT NULL,
	"account_id" bigint,
	"device_hash" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "passkey_challenges_hash" UNIQUE("hash"),
	CONSTRAINT "passkey_challenges_where" CHECK (("passkey_challenges"."account_id" is null) <> ("passkey_challenges"."device_hash" is null))
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "passkeys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"credential" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "passkeys_credential" UNIQUE("credential")
);
--> statement-breakpoint
CREATE TABLE "remembered_devices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "remembered_devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"device_hash" text NOT NULL,
	"agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reset_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reset_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"secret" text,
	"on_at" timestamp with time zone,
	"last_step" bigint,
	"next_secret" text,
	CONSTRAINT "second_factors_on" CHECK (("second_factors"."secret" is null) = ("second_factors"."on_at" is null))
);
--> statement-breakpoint
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
	"desk_low_below" bigint,
	"collects" boolean DEFAULT false NOT NULL,
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
	"code_confirmed_at" timestamp with time zone,
	"pin_kept_until" timestamp with time zone,
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
CREATE TABLE "alert_posts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_posts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" text DEFAULT 'msg_' || replace(gen_random_uuid()::text, '-', '') NOT NULL,
	"alert_id" bigint NOT NULL,
	"receiver_id" bigint NOT NULL,
	"over" boolean NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "alert_posts_once" UNIQUE("alert_id","receiver_id","over"),
	CONSTRAINT "alert_posts_state" CHECK ("alert_posts"."state" in ('waiting', 'sent', 'failed')),
	CONSTRAINT "alert_posts_done" CHECK (("alert_posts"."state" = 'waiting') = ("alert_posts"."done_at" is null))
);
--> statement-breakpoint
CREATE TABLE "alert_receivers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_receivers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text DEFAULT '' NOT NULL,
	"way" text NOT NULL,
	"target" text NOT NULL,
	"sealed_secret" text,
	"without" text[] DEFAULT '{}'::text[] NOT NULL,
	"quiet_from" time(0),
	"quiet_until" time(0),
	"version" integer DEFAULT 1 NOT NULL,
	"sent_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "alert_receivers_way" CHECK ("alert_receivers"."way" in ('mail', 'telegram', 'webhook')),
	CONSTRAINT "alert_receivers_signed" CHECK (("alert_receivers"."way" = 'webhook') = ("alert_receivers"."sealed_secret" is not null)),
	CONSTRAINT "alert_receivers_quiet" CHECK (("alert_receivers"."quiet_from" is null) = ("alert_receivers"."quiet_until" is null))
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"note" text NOT NULL,
	"path" text NOT NULL,
	"began_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"over_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"network_id" integer,
	"text" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone,
	CONSTRAINT "announcements_kind" CHECK ("announcements"."kind" in ('outage', 'maintenance', 'price', 'news')),
	CONSTRAINT "announcements_ends_later" CHECK ("announcements"."ends_at" >= "announcements"."made_at")
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
CREATE TABLE "bulk_rows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_id" bigint NOT NULL,
	"line" integer NOT NULL,
	"number" text NOT NULL,
	"plan" text NOT NULL,
	"note" text NOT NULL,
	"retail_text" text DEFAULT '' NOT NULL,
	"retail" bigint,
	"phone" text,
	"plan_id" integer,
	"price" bigint,
	"price_was" bigint,
	"problem" text,
	"meant" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"purchase_id" bigint,
	"again_of" bigint,
	CONSTRAINT "bulk_rows_line" UNIQUE("run_id","line"),
	CONSTRAINT "bulk_rows_purchase" UNIQUE("purchase_id"),
	CONSTRAINT "bulk_rows_again_of" UNIQUE("again_of"),
	CONSTRAINT "bulk_rows_state" CHECK ("bulk_rows"."state" in ('waiting', 'placed', 'left', 'cancelled')),
	CONSTRAINT "bulk_rows_placed" CHECK (("bulk_rows"."state" = 'placed') = ("bulk_rows"."purchase_id" is not null)),
	CONSTRAINT "bulk_rows_left" CHECK ("bulk_rows"."state" <> 'left' or "bulk_rows"."problem" is not null)
);
--> statement-breakpoint
CREATE TABLE "bulk_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"key" text NOT NULL,
	"file_name" text,
	"state" text DEFAULT 'draft' NOT NULL,
	"pause" text,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"next_look_at" timestamp with time zone DEFAULT now() NOT NULL,
	"looks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "bulk_runs_key" UNIQUE("reseller_id","key"),
	CONSTRAINT "bulk_runs_state" CHECK ("bulk_runs"."state" in ('draft', 'running', 'cancelled')),
	CONSTRAINT "bulk_runs_pause" CHECK ("bulk_runs"."pause" is null or ("bulk_runs"."state" = 'running'
        and "bulk_runs"."pause" in ('asked', 'money', 'limit', 'room', 'service', 'price', 'restricted'))),
	CONSTRAINT "bulk_runs_started" CHECK (("bulk_runs"."state" = 'draft') = ("bulk_runs"."started_at" is null)),
	CONSTRAINT "bulk_runs_done" CHECK ("bulk_runs"."done_at" is null or "bulk_runs"."state" <> 'draft')
);
--> statement-breakpoint
CREATE TABLE "case_rules" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"answer_hours" integer DEFAULT 24 NOT NULL,
	"open_days" integer DEFAULT 14 NOT NULL,
	"checks" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "case_rules_single" CHECK ("case_rules"."id" = 1),
	CONSTRAINT "case_rules_times" CHECK ("case_rules"."answer_hours" between 1 and 336 and "case_rules"."open_days" between 1 and 90)
);
--> statement-breakpoint
CREATE TABLE "case_words" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "case_words_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"case_id" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"admin_id" bigint,
	"text" text,
	"note" text,
	"answer_by" timestamp with time zone,
	"erased_at" timestamp with time zone,
	CONSTRAINT "case_words_kind" CHECK ("case_words"."kind" in ('opened', 'reply', 'reopened', 'delivered', 'money_back', 'asking', 'owner')),
	CONSTRAINT "case_words_said_by" CHECK (("case_words"."admin_id" is null and "case_words"."note" is null) or "case_words"."kind" not in ('opened', 'reply', 'reopened'))
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purchase_id" bigint NOT NULL,
	"reseller_id" bigint NOT NULL,
	"seen" text NOT NULL,
	"state" text DEFAULT 'desk' NOT NULL,
	"outcome" text,
	"answer_by" timestamp with time zone NOT NULL,
	"due" bigint GENERATED ALWAYS AS ((extract(epoch from answer_by at time zone 'UTC')::bigint * 1000000 + id % 1000000)) STORED,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reopened" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "cases_purchase" UNIQUE("purchase_id"),
	CONSTRAINT "cases_seen" CHECK ("cases"."seen" in ('nothing', 'less', 'other')),
	CONSTRAINT "cases_state" CHECK ("cases"."state" in ('desk', 'owner', 'closed')),
	CONSTRAINT "cases_outcome" CHECK ("cases"."outcome" in ('delivered', 'money_back')),
	CONSTRAINT "cases_closed" CHECK (("cases"."state" = 'closed') = ("cases"."outcome" is not null))
);
--> statement-breakpoint
CREATE TABLE "complaints" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "complaints_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"reseller_id" bigint NOT NULL,
	"purchase_id" bigint NOT NULL,
	"seen" text NOT NULL,
	"said" text,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"passed_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	CONSTRAINT "complaints_purchase" UNIQUE("purchase_id"),
	CONSTRAINT "complaints_seen" CHECK ("complaints"."seen" in ('nothing', 'less', 'other'))
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
CREATE TABLE "daily_closes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "daily_closes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"time_zone" text NOT NULL,
	"closed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivered" integer NOT NULL,
	"failed" integer NOT NULL,
	"reversed" integer NOT NULL,
	"sales" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"wallets_before" bigint NOT NULL,
	"wallets_after" bigint NOT NULL,
	"held_before" bigint NOT NULL,
	"held_after" bigint NOT NULL,
	"kinds" jsonb NOT NULL,
	"networks" jsonb NOT NULL,
	"float" bigint,
	"suspense" bigint NOT NULL,
	"difference" bigint NOT NULL,
	"proved" boolean NOT NULL,
	"findings" text[] NOT NULL,
	CONSTRAINT "daily_closes_once" UNIQUE("day"),
	CONSTRAINT "daily_closes_counts" CHECK ("daily_closes"."delivered" >= 0 and "daily_closes"."failed" >= 0 and "daily_closes"."reversed" >= 0)
);
--> statement-breakpoint
CREATE TABLE "customer_imports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"key" text NOT NULL,
	"lines" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_imports_key" UNIQUE("reseller_id","key")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"phone" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"plan_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_phone" UNIQUE("reseller_id","phone"),
	CONSTRAINT "customers_lengths" CHECK (length("customers"."name") <= 60 and length("customers"."note") <= 200)
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" bigint NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"shared" boolean NOT NULL,
	"moves_from" date,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_list" CHECK ("saved_views"."list" like '/admin/%' and length("saved_views"."list") <= 100),
	CONSTRAINT "saved_views_name" CHECK (length("saved_views"."name") between 1 and 40),
	CONSTRAINT "saved_views_query" CHECK (length("saved_views"."query") between 1 and 500)
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
CREATE TABLE "lane_failures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lane_failures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lane" text NOT NULL,
	"key" text NOT NULL,
	"error" text NOT NULL,
	"failures" integer DEFAULT 1 NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_look_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lane_failures_key" UNIQUE("lane","key")
);
--> statement-breakpoint
CREATE TABLE "lane_turns" (
	"lane" text NOT NULL,
	"owner" bigint NOT NULL,
	"looked_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "lane_turns_lane_owner_pk" PRIMARY KEY("lane","owner")
);
--> statement-breakpoint
CREATE TABLE "lanes" (
	"name" text PRIMARY KEY NOT NULL,
	"looked_at" timestamp with time zone,
	"succeeded_at" timestamp with time zone,
	"next_run_at" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	"claimed_by" text,
	"progress" text
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"journal_id" bigint NOT NULL,
	"reseller_id" bigint NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	"balance" bigint NOT NULL,
	CONSTRAINT "entries_account_name" CHECK ("entries"."account" ~ '^(wallet|held|sales|funding)$'),
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
	CONSTRAINT "journals_kind" CHECK ("journals"."kind" ~ '^(credit|debit|claw_back|payment|refund|charge_back|charge_back_won|hold|settle|release|reversal|correction)$')
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"reseller_id" bigint PRIMARY KEY NOT NULL,
	"wallet" bigint DEFAULT 0 NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	"sales" bigint DEFAULT 0 NOT NULL,
	"funding" bigint DEFAULT 0 NOT NULL,
	"floor" bigint DEFAULT 0 NOT NULL,
	"low_below" bigint,
	"spent_day" text DEFAULT '' NOT NULL,
	"spent" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "wallets_floor" CHECK ("wallets"."wallet" >= "wallets"."floor" and "wallets"."floor" <= 0),
	CONSTRAINT "wallets_held" CHECK ("wallets"."held" >= 0),
	CONSTRAINT "wallets_balanced" CHECK ("wallets"."wallet" + "wallets"."held" + "wallets"."sales" + "wallets"."funding" = 0)
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" text NOT NULL,
	"kind" text NOT NULL,
	"account_id" bigint,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"sealed" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"give_up_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"done_at" timestamp with time zone,
	CONSTRAINT "mails_message_id" UNIQUE("message_id"),
	CONSTRAINT "mails_state" CHECK ("mails"."state" in ('waiting', 'sent', 'failed')),
	CONSTRAINT "mails_done_once" CHECK (("mails"."state" = 'waiting') = ("mails"."done_at" is null)),
	CONSTRAINT "mails_forgotten" CHECK ("mails"."state" = 'waiting' or "mails"."sealed" is null)
);
--> statement-breakpoint
CREATE TABLE "notice_choices" (
	"account_id" bigint NOT NULL,
	"event" text NOT NULL,
	"portal" boolean NOT NULL,
	"mail" boolean NOT NULL,
	"push" boolean NOT NULL,
	CONSTRAINT "notice_choices_account_id_event_pk" PRIMARY KEY("account_id","event")
);
--> statement-breakpoint
CREATE TABLE "notice_marks" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"prices" bigint NOT NULL,
	CONSTRAINT "notice_marks_single" CHECK ("notice_marks"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"event" text NOT NULL,
	"key" text NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"shown" boolean DEFAULT true NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"passed_on_at" timestamp with time zone,
	CONSTRAINT "notices_once" UNIQUE("account_id","event","key")
);
--> statement-breakpoint
CREATE TABLE "push_devices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"endpoint" text NOT NULL,
	"public_key" text NOT NULL,
	"auth_secret" text NOT NULL,
	"device_hash" text DEFAULT '' NOT NULL,
	"agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reached_at" timestamp with time zone,
	CONSTRAINT "push_devices_endpoint" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"public_key" text NOT NULL,
	"sealed_private_key" text NOT NULL,
	CONSTRAINT "push_keys_single" CHECK ("push_keys"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "pushes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pushes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" bigint NOT NULL,
	"title" text NOT NULL,
	"path" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "house_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "house_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" bigint NOT NULL,
	"step" text NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	"journal_id" bigint,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "house_entries_journal" UNIQUE("journal_id"),
	CONSTRAINT "house_entries_once" UNIQUE("transaction_id","step","account"),
	CONSTRAINT "house_entries_step" CHECK ("house_entries"."step" in ('received', 'assigned', 'refunded', 'reversed', 'restored', 'taken_back', 'settled', 'accepted', 'lost')),
	CONSTRAINT "house_entries_account" CHECK ("house_entries"."account" in ('clearing', 'fees', 'suspense', 'wallets', 'outside')),
	CONSTRAINT "house_entries_amount" CHECK ("house_entries"."amount" <> 0),
	CONSTRAINT "house_entries_wallets" CHECK (("house_entries"."account" = 'wallets') = ("house_entries"."journal_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "payment_accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"owner" text NOT NULL,
	"currency" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"state" text NOT NULL,
	"refusal" text,
	"number" text,
	"bank" text,
	"holder" text,
	"asking_until" timestamp with time zone,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"opened_at" timestamp with time zone,
	"heard_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp with time zone,
	"looked_at" timestamp with time zone,
	CONSTRAINT "payment_accounts_one" UNIQUE("reseller_id","provider"),
	CONSTRAINT "payment_accounts_owner" UNIQUE("provider","owner"),
	CONSTRAINT "payment_accounts_number" UNIQUE("provider","number"),
	CONSTRAINT "payment_accounts_state" CHECK ("payment_accounts"."state" in ('asked', 'open', 'refused', 'retired')),
	CONSTRAINT "payment_accounts_opened" CHECK (("payment_accounts"."state" in ('open', 'retired')) = ("payment_accounts"."number" is not null and "payment_accounts"."opened_at" is not null)
        and num_nonnulls("payment_accounts"."number", "payment_accounts"."bank", "payment_accounts"."holder") in (0, 3)),
	CONSTRAINT "payment_accounts_refused" CHECK (("payment_accounts"."state" = 'refused') = ("payment_accounts"."refusal" is not null))
);
--> statement-breakpoint
CREATE TABLE "payment_disputes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_disputes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" bigint NOT NULL,
	"dispute" text NOT NULL,
	"state" text NOT NULL,
	"amount" bigint NOT NULL,
	"due_at" timestamp with time zone,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"booked_at" timestamp with time zone,
	CONSTRAINT "payment_disputes_once" UNIQUE("transaction_id","dispute"),
	CONSTRAINT "payment_disputes_state" CHECK ("payment_disputes"."state" in ('open', 'answered', 'won', 'lost')),
	CONSTRAINT "payment_disputes_amount" CHECK ("payment_disputes"."amount" > 0),
	CONSTRAINT "payment_disputes_ended" CHECK (("payment_disputes"."state" in ('won', 'lost')) = ("payment_disputes"."ended_at" is not null)),
	CONSTRAINT "payment_disputes_booked" CHECK ("payment_disputes"."booked_at" is null or "payment_disputes"."state" = 'lost')
);
--> statement-breakpoint
CREATE TABLE "payment_notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"keys_id" bigint,
	"hash" "bytea" NOT NULL,
	"body" "bytea" NOT NULL,
	"headers" jsonb NOT NULL,
	"event" text NOT NULL,
	"reference" text,
	"transaction" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now(),
	"handled_at" timestamp with time zone,
	CONSTRAINT "payment_notices_once" UNIQUE("provider","hash"),
	CONSTRAINT "payment_notices_handled" CHECK (("payment_notices"."handled_at" is null) = ("payment_notices"."next_try_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"asked_as" text,
	"transaction_id" bigint NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"reason" text NOT NULL,
	"refund" text,
	"why" text,
	"raw" text,
	"asked_by" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now(),
	CONSTRAINT "payment_refunds_key" UNIQUE("key"),
	CONSTRAINT "payment_refunds_state" CHECK ("payment_refunds"."state" in ('asked', 'pending', 'attention', 'done', 'failed')),
	CONSTRAINT "payment_refunds_over" CHECK (("payment_refunds"."state" in ('done', 'failed')) = ("payment_refunds"."next_try_at" is null)),
	CONSTRAINT "payment_refunds_known" CHECK ("payment_refunds"."state" in ('asked', 'failed') or "payment_refunds"."refund" is not null)
);
--> statement-breakpoint
CREATE TABLE "payment_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"off" text[] DEFAULT '{}' NOT NULL,
	"fee_bearer" text DEFAULT 'reseller' NOT NULL,
	"least" bigint DEFAULT 10000 NOT NULL,
	"collect" boolean DEFAULT false NOT NULL,
	"most" bigint DEFAULT 50000000 NOT NULL,
	"accounts_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "payment_settings_single" CHECK ("payment_settings"."id" = 1),
	CONSTRAINT "payment_settings_fee_bearer" CHECK ("payment_settings"."fee_bearer" in ('reseller', 'house')),
	CONSTRAINT "payment_settings_range" CHECK ("payment_settings"."least" > 0 and "payment_settings"."least" <= "payment_settings"."most")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"purpose" text NOT NULL,
	"order_id" bigint,
	"keys_id" bigint,
	"reseller_id" bigint NOT NULL,
	"ref" text NOT NULL,
	"provider" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"fee_bearer" text NOT NULL,
	"state" text DEFAULT 'started' NOT NULL,
	"page" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	"looked_at" timestamp with time zone,
	CONSTRAINT "payments_reference" UNIQUE("reference"),
	CONSTRAINT "payments_ref" UNIQUE("reseller_id","ref"),
	CONSTRAINT "payments_order_named" CHECK (("payments"."purpose" = 'order') = ("payments"."order_id" is not null)),
	CONSTRAINT "payments_keys" CHECK ("payments"."keys_id" is null or "payments"."order_id" is not null),
	CONSTRAINT "payments_purpose" CHECK ("payments"."purpose" in ('wallet', 'order')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" > 0),
	CONSTRAINT "payments_fee_bearer" CHECK ("payments"."fee_bearer" in ('reseller', 'house')),
	CONSTRAINT "payments_state" CHECK ("payments"."state" in ('started', 'paid', 'review', 'failed', 'expired')),
	CONSTRAINT "payments_ended" CHECK (("payments"."state" = 'started') = ("payments"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "provider_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provider_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"address" text NOT NULL,
	"sealed" text,
	"sealed_before" text,
	"before_until" timestamp with time zone,
	"hint" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	"webhooks" integer DEFAULT 0 NOT NULL,
	"webhooks_until" timestamp with time zone,
	CONSTRAINT "provider_keys_sealed" CHECK ("provider_keys"."sealed" is not null or "provider_keys"."removed_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "provider_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provider_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"transaction" text NOT NULL,
	"part_of" bigint,
	"keys_id" bigint,
	"payment_id" bigint,
	"reference" text,
	"gross" bigint NOT NULL,
	"fee" bigint,
	"currency" text NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"way" text,
	"account" text,
	"account_id" bigint,
	"raw" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text NOT NULL,
	"why" text,
	"reseller_id" bigint,
	"credited" bigint,
	"extra" bigint DEFAULT 0 NOT NULL,
	"lost" bigint DEFAULT 0 NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"reason" text,
	"reversed_at" timestamp with time zone,
	"restored_at" timestamp with time zone,
	"next_check_at" timestamp with time zone DEFAULT now() + interval '1 day',
	CONSTRAINT "provider_transactions_once" UNIQUE("provider","transaction"),
	CONSTRAINT "provider_transactions_gross" CHECK ("provider_transactions"."gross" > 0),
	CONSTRAINT "provider_transactions_fee" CHECK ("provider_transactions"."fee" between 0 and "provider_transactions"."gross"),
	CONSTRAINT "provider_transactions_state" CHECK ("provider_transactions"."state" in ('credited', 'suspense', 'assigned', 'refunding', 'refunded', 'direct', 'odd')),
	CONSTRAINT "provider_transactions_reversed" CHECK ("provider_transactions"."restored_at" is null or "provider_transactions"."reversed_at" is not null),
	CONSTRAINT "provider_transactions_lost" CHECK ("provider_transactions"."lost" >= 0 and "provider_transactions"."lost" < "provider_transactions"."gross"),
	CONSTRAINT "provider_transactions_extra" CHECK ("provider_transactions"."extra" between 0 and "provider_transactions"."gross"),
	CONSTRAINT "provider_transactions_why" CHECK (("provider_transactions"."state" in ('credited', 'direct')) = ("provider_transactions"."why" is null)),
	CONSTRAINT "provider_transactions_whose" CHECK (case when "provider_transactions"."keys_id" is null then "provider_transactions"."state" not in ('direct', 'odd')
        else "provider_transactions"."state" in ('direct', 'odd', 'refunding', 'refunded') end),
	CONSTRAINT "provider_transactions_credited" CHECK (case when "provider_transactions"."state" in ('credited', 'assigned')
        then "provider_transactions"."reseller_id" is not null and "provider_transactions"."credited" is not null and "provider_transactions"."credited" between 1 and "provider_transactions"."gross"
        else "provider_transactions"."reseller_id" is null and "provider_transactions"."credited" is null end),
	CONSTRAINT "provider_transactions_decided" CHECK (("provider_transactions"."state" in ('assigned', 'refunding', 'refunded'))
        = ("provider_transactions"."decided_at" is not null and "provider_transactions"."decided_by" is not null and "provider_transactions"."reason" is not null))
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
	"on_hold" text[] DEFAULT '{}' NOT NULL,
	"on_price_rise" text DEFAULT 'refund' NOT NULL,
	CONSTRAINT "dispatcher_single" CHECK ("dispatcher"."id" = 1),
	CONSTRAINT "dispatcher_on_hold" CHECK ("dispatcher"."on_hold" <@ array['order', 'batch', 'schedule']),
	CONSTRAINT "dispatcher_on_price_rise" CHECK ("dispatcher"."on_price_rise" in ('refund', 'wait'))
);
--> statement-breakpoint
CREATE TABLE "ident_keys" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "ident_keys_single" CHECK ("ident_keys"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "purchases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ident" text NOT NULL,
	"reseller_id" bigint NOT NULL,
	"ref" text NOT NULL,
	"namespace" text DEFAULT 'buyer' NOT NULL,
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
	"retail" bigint,
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
	"run_id" bigint,
	"paused" boolean DEFAULT false NOT NULL,
	CONSTRAINT "purchases_ident" UNIQUE("ident"),
	CONSTRAINT "purchases_ref" UNIQUE("ref","reseller_id","namespace"),
	CONSTRAINT "purchases_state" CHECK ("purchases"."state" ~ '^(queued|sending|successful|failed|unconfirmed|reversed)$'),
	CONSTRAINT "purchases_namespace" CHECK ("purchases"."namespace" = 'buyer' or "purchases"."namespace" = 'order' and "purchases"."channel" = 'storefront'
        or "purchases"."namespace" in ('batch', 'schedule') and "purchases"."channel" = 'bulk'),
	CONSTRAINT "purchases_money" CHECK ("purchases"."price" > 0 and "purchases"."cost" >= 0),
	CONSTRAINT "purchases_retail" CHECK ("purchases"."retail" > 0),
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
	"day_moved" bigint,
	"day_above" bigint,
	"about" text,
	"input" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reason" text NOT NULL,
	"proposed_by" bigint NOT NULL,
	"proposed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" bigint,
	"confirmed" boolean,
	CONSTRAINT "decisions_kind" CHECK ("decisions"."kind" in ('settle', 'credit', 'debit', 'claw_back', 'correction', 'funding', 'suspense', 'reversal', 'deposit', 'settlement', 'refund', 'settings')),
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
CREATE TABLE "moved_alone" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "moved_alone_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"admin_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "moved_alone_kind" CHECK ("moved_alone"."kind" in ('settle', 'credit', 'debit', 'claw_back', 'correction', 'funding', 'suspense', 'reversal', 'deposit', 'settlement', 'refund')),
	CONSTRAINT "moved_alone_amount" CHECK ("moved_alone"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "reconciling" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"automatic" boolean DEFAULT true NOT NULL,
	"late_seconds" integer DEFAULT 600 NOT NULL,
	"refund_seconds" integer DEFAULT 21600 NOT NULL,
	"grace_seconds" integer DEFAULT 600 NOT NULL,
	"second_admin_above" bigint DEFAULT 500000 NOT NULL,
	"second_admin_version" integer DEFAULT 1 NOT NULL,
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
	"retail_at" timestamp with time zone,
	"until" timestamp with time zone,
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
	"sold" integer,
	"paid" bigint,
	"retail" bigint,
	CONSTRAINT "report_resellers_reseller_id_day_network_id_plan_id_pk" PRIMARY KEY("reseller_id","day","network_id","plan_id")
);
--> statement-breakpoint
CREATE TABLE "report_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"hour" integer DEFAULT 7 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "report_settings_single" CHECK ("report_settings"."id" = 1),
	CONSTRAINT "report_settings_hour" CHECK ("report_settings"."hour" between 0 and 23)
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
CREATE TABLE "schedule_days" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "schedule_days_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"schedule_id" bigint NOT NULL,
	"day" date NOT NULL,
	"state" text NOT NULL,
	"why" text,
	"price" bigint,
	"purchase_id" bigint,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schedule_days_day" UNIQUE("schedule_id","day"),
	CONSTRAINT "schedule_days_purchase" UNIQUE("purchase_id"),
	CONSTRAINT "schedule_days_state" CHECK ("schedule_days"."state" in ('waiting', 'bought', 'skipped')),
	CONSTRAINT "schedule_days_bought" CHECK (("schedule_days"."state" = 'bought') = ("schedule_days"."purchase_id" is not null)),
	CONSTRAINT "schedule_days_why" CHECK (("schedule_days"."state" = 'bought') = ("schedule_days"."why" is null))
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "schedules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"key" text NOT NULL,
	"phone" text NOT NULL,
	"plan_id" integer NOT NULL,
	"network_id" integer NOT NULL,
	"network_name" text NOT NULL,
	"type_name" text NOT NULL,
	"size" text NOT NULL,
	"volume" text NOT NULL,
	"validity" text NOT NULL,
	"most" bigint NOT NULL,
	"unit" text NOT NULL,
	"every" integer DEFAULT 1 NOT NULL,
	"first_on" date NOT NULL,
	"until_on" date,
	"clock" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"pause" text,
	"next_on" date,
	"next_at" timestamp with time zone,
	"misses" integer DEFAULT 0 NOT NULL,
	"told_on" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	CONSTRAINT "schedules_key" UNIQUE("reseller_id","key"),
	CONSTRAINT "schedules_unit" CHECK ("schedules"."unit" in ('once', 'day', 'week', 'month') and "schedules"."every" between 1 and 365),
	CONSTRAINT "schedules_most" CHECK ("schedules"."most" > 0),
	CONSTRAINT "schedules_clock" CHECK ("schedules"."clock" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
	CONSTRAINT "schedules_state" CHECK ("schedules"."state" in ('active', 'paused', 'ended')),
	CONSTRAINT "schedules_paused" CHECK (("schedules"."state" = 'paused') = ("schedules"."pause" is not null)),
	CONSTRAINT "schedules_next" CHECK (("schedules"."state" = 'ended') = ("schedules"."next_on" is null) and ("schedules"."next_on" is null) = ("schedules"."next_at" is null)),
	CONSTRAINT "schedules_ended" CHECK (("schedules"."state" = 'ended') = ("schedules"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "settlement_differences" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settlement_differences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"settlement" text,
	"transaction" text,
	"line_id" bigint,
	"transaction_id" bigint,
	"here" bigint,
	"there" bigint,
	"currency" text NOT NULL,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"reason" text,
	CONSTRAINT "settlement_differences_kind" CHECK ("settlement_differences"."kind" in ('missing_here', 'missing_there', 'amount', 'fee', 'currency', 'doubled', 'total', 'changed', 'charged_back', 'lost')),
	CONSTRAINT "settlement_differences_state" CHECK ("settlement_differences"."state" in ('open', 'acknowledged', 'gone')),
	CONSTRAINT "settlement_differences_ended" CHECK (("settlement_differences"."state" = 'open') = ("settlement_differences"."ended_at" is null)),
	CONSTRAINT "settlement_differences_acknowledged" CHECK (("settlement_differences"."state" = 'acknowledged') = ("settlement_differences"."ended_by" is not null and "settlement_differences"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "settlement_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settlement_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"settlement_id" bigint NOT NULL,
	"transaction" text NOT NULL,
	"nth" integer NOT NULL,
	"reference" text,
	"gross" bigint NOT NULL,
	"fee" bigint,
	"currency" text NOT NULL,
	"transaction_id" bigint,
	"booked" bigint,
	CONSTRAINT "settlement_lines_once" UNIQUE("settlement_id","transaction","nth"),
	CONSTRAINT "settlement_lines_booked" CHECK ("settlement_lines"."booked" is null or "settlement_lines"."transaction_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "settlement_runs" (
	"provider" text PRIMARY KEY NOT NULL,
	"tried_at" timestamp with time zone NOT NULL,
	"compared_at" timestamp with time zone,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settlements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"settlement" text NOT NULL,
	"settled_at" timestamp with time zone,
	"currency" text NOT NULL,
	"paid_out" bigint,
	"deducted" bigint NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settlements_once" UNIQUE("provider","settlement")
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
	"next_look_at" timestamp with time zone,
	"looks" integer DEFAULT 0 NOT NULL,
	"waits_for" text,
	"delivered_ref" text,
	CONSTRAINT "orders_code" UNIQUE("code"),
	CONSTRAINT "orders_purchase" UNIQUE("purchase_id"),
	CONSTRAINT "orders_ref" UNIQUE("shop_id","ref"),
	CONSTRAINT "orders_reference" UNIQUE("shop_id","reference"),
	CONSTRAINT "orders_waits_for" CHECK ("orders"."waits_for" in ('wallet', 'price', 'plan', 'account', 'later', 'payment')),
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
CREATE TABLE "staff" (
	"id" bigint PRIMARY KEY NOT NULL,
	"role_id" bigint NOT NULL,
	"given_by" bigint,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "staff_not_by_oneself" CHECK ("staff"."given_by" <> "staff"."id")
);
--> statement-breakpoint
CREATE TABLE "staff_roles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_roles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"built_in" text,
	"name" text NOT NULL,
	"permissions" text[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "staff_roles_built_in_once" UNIQUE("built_in"),
	CONSTRAINT "staff_roles_built_in" CHECK ("staff_roles"."built_in" in ('owner', 'finance', 'support', 'catalogue')),
	CONSTRAINT "staff_roles_see" CHECK ('see' = any("staff_roles"."permissions")),
	CONSTRAINT "staff_roles_staff" CHECK ("staff_roles"."built_in" is not distinct from 'owner' or not 'staff' = any("staff_roles"."permissions"))
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
CREATE TABLE "price_saves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_saves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"reason" text NOT NULL,
	"rules" jsonb NOT NULL,
	"undoes" bigint,
	CONSTRAINT "price_saves_undone_once" UNIQUE("undoes")
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
CREATE TABLE "sweep_marks" (
	"name" text PRIMARY KEY NOT NULL,
	"through" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upkeep" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "upkeep_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ok" boolean NOT NULL,
	"findings" integer,
	"said" text NOT NULL,
	CONSTRAINT "upkeep_kind" CHECK ("upkeep"."kind" in ('check', 'backup', 'rehearsal'))
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
ALTER TABLE "backup_codes" ADD CONSTRAINT "backup_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buying_pins" ADD CONSTRAINT "buying_pins_reseller_id_resellers_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."resellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "half_sign_ins" ADD CONSTRAINT "half_sign_ins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remembered_devices" ADD CONSTRAINT "remembered_devices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reseller_notes" ADD CONSTRAINT "reseller_notes_reseller_id_resellers_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."resellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resellers" ADD CONSTRAINT "resellers_id_accounts_id_fk" FOREIGN KEY ("id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_reseller_id_resellers_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."resellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_posts" ADD CONSTRAINT "alert_posts_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_posts" ADD CONSTRAINT "alert_posts_receiver_id_alert_receivers_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."alert_receivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_run_id_bulk_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."bulk_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD CONSTRAINT "bulk_runs_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_words" ADD CONSTRAINT "case_words_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_words" ADD CONSTRAINT "case_words_admin_id_accounts_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_types" ADD CONSTRAINT "plan_types_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_imports" ADD CONSTRAINT "customer_imports_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_pictures" ADD CONSTRAINT "funding_pictures_request_id_funding_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."funding_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_requests" ADD CONSTRAINT "funding_requests_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_requests" ADD CONSTRAINT "funding_requests_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_reseller_id_accounts_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_device_id_push_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."push_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "house_entries" ADD CONSTRAINT "house_entries_transaction_id_provider_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."provider_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "house_entries" ADD CONSTRAINT "house_entries_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD CONSTRAINT "payment_accounts_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_transaction_id_provider_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."provider_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_notices" ADD CONSTRAINT "payment_notices_keys_id_provider_keys_id_fk" FOREIGN KEY ("keys_id") REFERENCES "public"."provider_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_transaction_id_provider_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."provider_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_keys_id_provider_keys_id_fk" FOREIGN KEY ("keys_id") REFERENCES "public"."provider_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_keys" ADD CONSTRAINT "provider_keys_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_part_of_provider_transactions_id_fk" FOREIGN KEY ("part_of") REFERENCES "public"."provider_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_keys_id_provider_keys_id_fk" FOREIGN KEY ("keys_id") REFERENCES "public"."provider_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_account_id_payment_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."payment_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_reseller_id_accounts_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_proposed_by_accounts_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_ended_by_accounts_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_plans" ADD CONSTRAINT "report_plans_day_report_days_day_fk" FOREIGN KEY ("day") REFERENCES "public"."report_days"("day") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_resellers" ADD CONSTRAINT "report_resellers_day_report_days_day_fk" FOREIGN KEY ("day") REFERENCES "public"."report_days"("day") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_shops" ADD CONSTRAINT "report_shops_day_report_shop_days_day_fk" FOREIGN KEY ("day") REFERENCES "public"."report_shop_days"("day") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_days" ADD CONSTRAINT "schedule_days_schedule_id_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_days" ADD CONSTRAINT "schedule_days_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_differences" ADD CONSTRAINT "settlement_differences_line_id_settlement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."settlement_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_differences" ADD CONSTRAINT "settlement_differences_transaction_id_provider_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."provider_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_transaction_id_provider_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."provider_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_pictures" ADD CONSTRAINT "shop_pictures_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_plans" ADD CONSTRAINT "shop_plans_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_rules" ADD CONSTRAINT "shop_rules_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_slugs" ADD CONSTRAINT "shop_slugs_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shops" ADD CONSTRAINT "shops_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_id_accounts_id_fk" FOREIGN KEY ("id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_role_id_staff_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."staff_roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_given_by_accounts_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_saves" ADD CONSTRAINT "price_saves_undoes" FOREIGN KEY ("undoes") REFERENCES "public"."price_saves"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_purchases" ADD CONSTRAINT "test_purchases_reseller_id_accounts_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_reseller_id_accounts_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_reseller_id_accounts_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_tries" ADD CONSTRAINT "webhook_tries_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "half_sign_ins_account" ON "half_sign_ins" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "half_sign_ins_expires" ON "half_sign_ins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_account" ON "passkeys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "remembered_devices_account" ON "remembered_devices" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "account_links_account" ON "account_links" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_links_open" ON "account_links" USING btree ("account_id") WHERE "account_links"."used_at" is null and "account_links"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email" ON "accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "reseller_notes_reseller" ON "reseller_notes" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "sign_ups_pending" ON "sign_ups" USING btree ("id") WHERE "sign_ups"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "alert_posts_next" ON "alert_posts" USING btree ("next_at") WHERE "alert_posts"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "alert_posts_receiver" ON "alert_posts" USING btree ("receiver_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("kind") WHERE "alerts"."over_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_over" ON "alerts" USING btree ("kind","over_at") WHERE "alerts"."over_at" is not null;--> statement-breakpoint
CREATE INDEX "announcements_ends" ON "announcements" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject","subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_reseller" ON "audit" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "audit_reseller_account" ON "audit" USING btree ("reseller_id","id") WHERE "audit"."subject" <> 'purchase';--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor","id");--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_admins" ON "audit" USING btree ("id") WHERE "audit"."actor" like 'admin:%';--> statement-breakpoint
CREATE INDEX "bulk_rows_run" ON "bulk_rows" USING btree ("run_id","id");--> statement-breakpoint
CREATE INDEX "bulk_runs_reseller" ON "bulk_runs" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "bulk_runs_open" ON "bulk_runs" USING btree ("id") WHERE "bulk_runs"."state" <> 'draft' and "bulk_runs"."done_at" is null;--> statement-breakpoint
CREATE INDEX "bulk_runs_next" ON "bulk_runs" USING btree ("reseller_id","next_look_at","id") WHERE "bulk_runs"."state" <> 'draft' and "bulk_runs"."done_at" is null
          and ("bulk_runs"."pause" is null or "bulk_runs"."pause" in ('money', 'limit', 'room', 'service'));--> statement-breakpoint
CREATE INDEX "case_words_case" ON "case_words" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "case_words_to_erase" ON "case_words" USING btree ("at") WHERE "case_words"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "cases_reseller" ON "cases" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "cases_due" ON "cases" USING btree ("due");--> statement-breakpoint
CREATE INDEX "cases_open" ON "cases" USING btree ("answer_by") WHERE "cases"."state" <> 'closed';--> statement-breakpoint
CREATE INDEX "complaints_order" ON "complaints" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "complaints_open" ON "complaints" USING btree ("reseller_id") WHERE "complaints"."answered_at" is null and "complaints"."passed_at" is null;--> statement-breakpoint
CREATE INDEX "complaints_passed" ON "complaints" USING btree ("reseller_id") WHERE "complaints"."answered_at" is null and "complaints"."passed_at" is not null;--> statement-breakpoint
CREATE INDEX "complaints_to_erase" ON "complaints" USING btree ("made_at") WHERE "complaints"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "plan_changes_plan" ON "plan_changes" USING btree ("plan_id","id");--> statement-breakpoint
CREATE INDEX "customer_imports_created" ON "customer_imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "customers_reseller" ON "customers" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "saved_views_list" ON "saved_views" USING btree ("list");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_own" ON "saved_views" USING btree ("owner_id","list",lower("name")) WHERE not "saved_views"."shared";--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_shared" ON "saved_views" USING btree ("list",lower("name")) WHERE "saved_views"."shared";--> statement-breakpoint
CREATE INDEX "funding_requests_reseller" ON "funding_requests" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "funding_requests_pending" ON "funding_requests" USING btree ("id") WHERE "funding_requests"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "funding_requests_bank" ON "funding_requests" USING btree (lower("bank_reference"));--> statement-breakpoint
CREATE INDEX "lane_failures_failed" ON "lane_failures" USING btree ("failed_at");--> statement-breakpoint
CREATE INDEX "entries_journal" ON "entries" USING btree ("journal_id");--> statement-breakpoint
CREATE INDEX "journals_reseller" ON "journals" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "journals_reseller_at" ON "journals" USING btree ("reseller_id","at");--> statement-breakpoint
CREATE INDEX "journals_at" ON "journals" USING brin ("at") WITH (autosummarize=true);--> statement-breakpoint
CREATE INDEX "journals_rare" ON "journals" USING btree ("reseller_id","kind","id") WHERE "journals"."kind" not in ('hold', 'settle', 'release');--> statement-breakpoint
CREATE INDEX "journals_all_by_hand" ON "journals" USING btree ("id") WHERE "journals"."kind" in ('credit', 'debit', 'claw_back', 'correction');--> statement-breakpoint
CREATE INDEX "journals_purchase" ON "journals" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("next_at","id") WHERE "mails"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "mails_claimed" ON "mails" USING btree ("recipient") WHERE "mails"."claimed_until" is not null;--> statement-breakpoint
CREATE INDEX "mails_account" ON "mails" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "mails_done" ON "mails" USING btree ("done_at") WHERE "mails"."done_at" is not null;--> statement-breakpoint
CREATE INDEX "notices_account" ON "notices" USING btree ("account_id","id") WHERE "notices"."shown";--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("account_id") WHERE "notices"."shown" and "notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notices_to_pass_on" ON "notices" USING btree ("account_id","id") WHERE "notices"."passed_on_at" is null;--> statement-breakpoint
CREATE INDEX "push_devices_account" ON "push_devices" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "pushes_next" ON "pushes" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "pushes_device" ON "pushes" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "payment_accounts_due" ON "payment_accounts" USING btree ("next_check_at") WHERE "payment_accounts"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_disputes_open" ON "payment_disputes" USING btree ("due_at") WHERE "payment_disputes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "payment_notices_told" ON "payment_notices" USING btree ("received_at") WHERE "payment_notices"."body" <> '';--> statement-breakpoint
CREATE INDEX "payment_notices_own" ON "payment_notices" USING btree ("keys_id","received_at") WHERE "payment_notices"."keys_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_notices_due" ON "payment_notices" USING btree ("next_try_at") WHERE "payment_notices"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_notices_next" ON "payment_notices" USING btree ("provider","next_try_at","id") WHERE "payment_notices"."keys_id" is null and "payment_notices"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_notices_own_next" ON "payment_notices" USING btree ("keys_id","next_try_at","id") WHERE "payment_notices"."keys_id" is not null and "payment_notices"."next_try_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_one" ON "payment_refunds" USING btree ("transaction_id") WHERE "payment_refunds"."state" <> 'failed';--> statement-breakpoint
CREATE INDEX "payment_refunds_transaction" ON "payment_refunds" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "payment_refunds_due" ON "payment_refunds" USING btree ("next_try_at") WHERE "payment_refunds"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_reseller" ON "payments" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_order_paid" ON "payments" USING btree ("order_id") WHERE "payments"."order_id" is not null and "payments"."state" = 'paid';--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id","id") WHERE "payments"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("next_check_at") WHERE "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_next" ON "payments" USING btree ("provider","next_check_at","id") WHERE "payments"."keys_id" is null and "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_own_next" ON "payments" USING btree ("keys_id","next_check_at","id") WHERE "payments"."keys_id" is not null and "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "provider_keys_one" ON "provider_keys" USING btree ("reseller_id","provider") WHERE "provider_keys"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "provider_keys_address" ON "provider_keys" USING btree ("address");--> statement-breakpoint
CREATE INDEX "provider_keys_to_forget" ON "provider_keys" USING btree ("removed_at") WHERE "provider_keys"."removed_at" is not null and "provider_keys"."sealed" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "provider_transactions_credited_once" ON "provider_transactions" USING btree ("payment_id") WHERE "provider_transactions"."state" = 'credited';--> statement-breakpoint
CREATE INDEX "provider_transactions_payment" ON "provider_transactions" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "provider_transactions_told" ON "provider_transactions" USING btree ("seen_at") WHERE "provider_transactions"."raw" <> '';--> statement-breakpoint
CREATE INDEX "provider_transactions_odd" ON "provider_transactions" USING btree ("keys_id","id") WHERE "provider_transactions"."state" = 'odd';--> statement-breakpoint
CREATE INDEX "provider_transactions_suspense" ON "provider_transactions" USING btree ("id") WHERE "provider_transactions"."state" = 'suspense';--> statement-breakpoint
CREATE INDEX "provider_transactions_reference" ON "provider_transactions" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "provider_transactions_next" ON "provider_transactions" USING btree ("provider","next_check_at","id") WHERE "provider_transactions"."keys_id" is null and "provider_transactions"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "provider_transactions_account" ON "provider_transactions" USING btree ("account_id","id") WHERE "provider_transactions"."account_id" is not null;--> statement-breakpoint
CREATE INDEX "provider_transactions_reversed" ON "provider_transactions" USING btree ("id") WHERE "provider_transactions"."reversed_at" is not null;--> statement-breakpoint
CREATE INDEX "provider_transactions_parts" ON "provider_transactions" USING btree ("part_of") WHERE "provider_transactions"."part_of" is not null;--> statement-breakpoint
CREATE INDEX "attempts_purchase" ON "attempts" USING btree ("purchase_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_sent_once" ON "attempts" USING btree ("purchase_id") WHERE "attempts"."meaning" is null or "attempts"."meaning" not in ('unsent', 'throttled', 'refused');--> statement-breakpoint
CREATE INDEX "attempts_open" ON "attempts" USING btree ("worker") WHERE "attempts"."meaning" is null;--> statement-breakpoint
CREATE INDEX "attempts_claimed" ON "attempts" USING btree ("claimed_at");--> statement-breakpoint
CREATE INDEX "attempts_repriced" ON "attempts" USING btree ("purchase_id") WHERE "attempts"."amount" <> "attempts"."cost";--> statement-breakpoint
CREATE INDEX "attempts_told_id" ON "attempts" USING btree ("upstream_id") WHERE "attempts"."upstream_id" is not null;--> statement-breakpoint
CREATE INDEX "attempts_told_ident" ON "attempts" USING btree ("upstream_ident") WHERE "attempts"."upstream_ident" is not null;--> statement-breakpoint
CREATE INDEX "purchases_reseller" ON "purchases" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "purchases_reseller_placed" ON "purchases" USING btree ("reseller_id","placed_at");--> statement-breakpoint
CREATE INDEX "purchases_placed" ON "purchases" USING btree ("placed_at");--> statement-breakpoint
CREATE INDEX "purchases_phone_reseller" ON "purchases" USING btree ("phone","reseller_id","id");--> statement-breakpoint
CREATE INDEX "purchases_open" ON "purchases" USING btree ("state","id") WHERE "purchases"."state" in ('queued', 'sending', 'unconfirmed');--> statement-breakpoint
CREATE INDEX "purchases_queued" ON "purchases" USING btree ("reseller_id","channel","id") WHERE "purchases"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "purchases_plan" ON "purchases" USING btree ("plan_id","id");--> statement-breakpoint
CREATE INDEX "purchases_network" ON "purchases" USING btree ("network_id","id");--> statement-breakpoint
CREATE INDEX "purchases_failed" ON "purchases" USING btree ("id","network_id","plan_id") WHERE "purchases"."ending" = 'failed';--> statement-breakpoint
CREATE INDEX "purchases_cancelled" ON "purchases" USING btree ("id","network_id","plan_id") WHERE "purchases"."ending" = 'cancelled';--> statement-breakpoint
CREATE INDEX "purchases_failed_reseller" ON "purchases" USING btree ("reseller_id","id","network_id","plan_id") WHERE "purchases"."state" in ('failed', 'reversed');--> statement-breakpoint
CREATE INDEX "purchases_reversed" ON "purchases" USING btree ("id") WHERE "purchases"."state" = 'reversed';--> statement-breakpoint
CREATE INDEX "purchases_reversed_at_placed" ON "purchases" USING btree ("placed_at","reversed_at") WHERE "purchases"."reversed_at" is not null;--> statement-breakpoint
CREATE INDEX "purchases_storefront_settled" ON "purchases" USING btree ("reseller_id","settled_at") WHERE "purchases"."channel" = 'storefront' and "purchases"."state" = 'successful';--> statement-breakpoint
CREATE INDEX "purchases_storefront_reversed" ON "purchases" USING btree ("settled_at","reversed_at") WHERE "purchases"."channel" = 'storefront' and "purchases"."reversed_at" is not null;--> statement-breakpoint
CREATE INDEX "purchases_run" ON "purchases" USING btree ("run_id","id") WHERE "purchases"."run_id" is not null;--> statement-breakpoint
CREATE INDEX "chain_marks_at" ON "chain_marks" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "decisions_open" ON "decisions" USING btree ("purchase_id") WHERE "decisions"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "decisions_open_about" ON "decisions" USING btree ("kind","about") WHERE "decisions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "discrepancies_open" ON "discrepancies" USING btree ("id") WHERE "discrepancies"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "moved_alone_day" ON "moved_alone" USING btree ("admin_id","at");--> statement-breakpoint
CREATE INDEX "upstream_adjustments_latest" ON "upstream_adjustments" USING btree ("latest");--> statement-breakpoint
CREATE INDEX "report_resellers_day" ON "report_resellers" USING btree ("day");--> statement-breakpoint
CREATE INDEX "report_shops_day" ON "report_shops" USING btree ("day");--> statement-breakpoint
CREATE INDEX "schedules_reseller" ON "schedules" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("next_at") WHERE "schedules"."state" = 'active';--> statement-breakpoint
CREATE INDEX "schedules_next" ON "schedules" USING btree ("reseller_id","next_at","id") WHERE "schedules"."state" = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_differences_line" ON "settlement_differences" USING btree ("line_id","kind") WHERE "settlement_differences"."line_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_differences_missing_there" ON "settlement_differences" USING btree ("transaction_id") WHERE "settlement_differences"."kind" = 'missing_there';--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_differences_transaction" ON "settlement_differences" USING btree ("transaction_id","kind") WHERE "settlement_differences"."kind" in ('changed', 'charged_back', 'lost');--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_differences_total" ON "settlement_differences" USING btree ("provider","settlement") WHERE "settlement_differences"."kind" = 'total';--> statement-breakpoint
CREATE INDEX "settlement_differences_open" ON "settlement_differences" USING btree ("id") WHERE "settlement_differences"."state" = 'open';--> statement-breakpoint
CREATE INDEX "settlement_lines_unknown" ON "settlement_lines" USING btree ("settlement_id") WHERE "settlement_lines"."transaction_id" is null;--> statement-breakpoint
CREATE INDEX "settlement_lines_transaction" ON "settlement_lines" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_lines_booked_once" ON "settlement_lines" USING btree ("transaction_id") WHERE "settlement_lines"."booked" is not null;--> statement-breakpoint
CREATE INDEX "orders_reseller" ON "orders" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "orders_reseller_paid" ON "orders" USING btree ("reseller_id","paid_at");--> statement-breakpoint
CREATE INDEX "orders_undelivered" ON "orders" USING btree ("reseller_id","id") WHERE "orders"."payment" = 'awaiting' or "orders"."payment" = 'received' and ("orders"."delivered_ref" = "orders"."delivery_ref") is not true;--> statement-breakpoint
CREATE INDEX "orders_looked_after" ON "orders" USING btree ("next_look_at") WHERE "orders"."next_look_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_next" ON "orders" USING btree ("reseller_id","next_look_at","id") WHERE "orders"."next_look_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_wanting_money" ON "orders" USING btree ("reseller_id") WHERE "orders"."waits_for" = 'wallet';--> statement-breakpoint
CREATE INDEX "orders_new" ON "orders" USING btree ("reseller_id") WHERE "orders"."payment" = 'awaiting';--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("pay_by") WHERE "orders"."payment" = 'awaiting';--> statement-breakpoint
CREATE INDEX "orders_to_forget" ON "orders" USING btree ("changed_at") WHERE "orders"."payment" in ('refused', 'expired') and "orders"."phone" is not null;--> statement-breakpoint
CREATE INDEX "shop_slugs_shop" ON "shop_slugs" USING btree ("shop_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_roles_name" ON "staff_roles" USING btree (lower("name")) WHERE "staff_roles"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "plan_prices_plan" ON "plan_prices" USING btree ("plan_id","id");--> statement-breakpoint
CREATE INDEX "tokens_reseller" ON "tokens" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "tokens_origins" ON "tokens" USING gin ("origins");--> statement-breakpoint
CREATE INDEX "upkeep_latest" ON "upkeep" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("endpoint_id","next_at","id") WHERE "webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries" USING btree ("endpoint_id","id") WHERE "webhook_deliveries"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_rare" ON "webhook_deliveries" USING btree ("endpoint_id","type","id") WHERE "webhook_deliveries"."type" not in ('purchase.successful', 'purchase.failed');--> statement-breakpoint
CREATE INDEX "webhook_deliveries_subject" ON "webhook_deliveries" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_done" ON "webhook_deliveries" USING btree ("done_at") WHERE "webhook_deliveries"."done_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_reseller" ON "webhook_endpoints" USING btree ("reseller_id") WHERE "webhook_endpoints"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_claimed" ON "webhook_endpoints" USING btree ("reseller_id") WHERE "webhook_endpoints"."claimed_until" is not null;--> statement-breakpoint
CREATE INDEX "webhook_tries_delivery" ON "webhook_tries" USING btree ("delivery_id","id");