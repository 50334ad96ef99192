CREATE TABLE "backup_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backup_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "backup_codes_hash" UNIQUE("account_id","hash")
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
CREATE TABLE "pending_sign_ins" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pending_sign_ins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hash" text NOT NULL,
	"account_id" bigint NOT NULL,
	"device_hash" text,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "pending_sign_ins_hash" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "reset_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reset_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"secret" text,
	"enabled_at" timestamp with time zone,
	"last_step" bigint,
	"next_secret" text,
	CONSTRAINT "second_factors_enabled" CHECK (("second_factors"."secret" is null) = ("second_factors"."enabled_at" is null))
);
--> statement-breakpoint
CREATE TABLE "transaction_pins" (
	"reseller_id" bigint PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	CONSTRAINT "transaction_pins_failed_attempts" CHECK ("transaction_pins"."failed_attempts" between 0 and 2)
);
--> statement-breakpoint
CREATE TABLE "trusted_devices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trusted_devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"device_hash" text NOT NULL,
	"agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
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
	CONSTRAINT "accounts_role" CHECK ("accounts"."role" in ('reseller', 'admin', 'helper'))
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
CREATE TABLE "password_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "password_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"created_by" text NOT NULL,
	"by_email" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "password_links_hash" UNIQUE("hash")
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
	"admin_low_balance_threshold" bigint,
	"collects" boolean DEFAULT false NOT NULL,
	"message_payer" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "resellers_level" CHECK ("resellers"."level" in ('smart_earner', 'affiliate', 'top_user', 'api')),
	CONSTRAINT "resellers_state" CHECK ("resellers"."state" in ('active', 'restricted', 'closed')),
	CONSTRAINT "resellers_message_payer" CHECK ("resellers"."message_payer" in ('operator', 'wallet')),
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
	"pin_valid_until" timestamp with time zone,
	CONSTRAINT "sessions_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_up_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"open" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sign_up_settings_single" CHECK ("sign_up_settings"."id" = 1)
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
	"referral_code" text,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	CONSTRAINT "sign_ups_hash" UNIQUE("hash"),
	CONSTRAINT "sign_ups_state" CHECK ("sign_ups"."state" in ('pending', 'approved', 'rejected')),
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
CREATE TABLE "alert_recipients" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_recipients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text DEFAULT '' NOT NULL,
	"channel" text NOT NULL,
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
	CONSTRAINT "alert_recipients_channel" CHECK ("alert_recipients"."channel" in ('mail', 'telegram', 'webhook')),
	CONSTRAINT "alert_recipients_signed" CHECK (("alert_recipients"."channel" = 'webhook') = ("alert_recipients"."sealed_secret" is not null)),
	CONSTRAINT "alert_recipients_quiet" CHECK (("alert_recipients"."quiet_from" is null) = ("alert_recipients"."quiet_until" is null))
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
	"resolved_at" timestamp with time zone
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
CREATE TABLE "api_requests" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "api_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"request_id" text NOT NULL,
	"reseller_id" bigint NOT NULL,
	"token_id" bigint NOT NULL,
	"test" boolean NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"status" smallint NOT NULL,
	"duration_ms" integer NOT NULL,
	"ref" text,
	"error" text,
	"address" text,
	CONSTRAINT "api_requests_reseller_id_id_pk" PRIMARY KEY("reseller_id","id")
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
CREATE TABLE "batch_rows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "batch_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"batch_id" bigint NOT NULL,
	"line" integer NOT NULL,
	"number" text NOT NULL,
	"plan" text NOT NULL,
	"note" text NOT NULL,
	"selling_price_text" text DEFAULT '' NOT NULL,
	"selling_price" bigint,
	"phone" text,
	"plan_id" integer,
	"price" bigint,
	"previous_price" bigint,
	"problem" text,
	"confirmed" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"purchase_id" bigint,
	"retry_of" bigint,
	CONSTRAINT "batch_rows_line" UNIQUE("batch_id","line"),
	CONSTRAINT "batch_rows_purchase" UNIQUE("purchase_id"),
	CONSTRAINT "batch_rows_retry_of" UNIQUE("retry_of"),
	CONSTRAINT "batch_rows_state" CHECK ("batch_rows"."state" in ('waiting', 'placed', 'left', 'cancelled')),
	CONSTRAINT "batch_rows_placed" CHECK (("batch_rows"."state" = 'placed') = ("batch_rows"."purchase_id" is not null)),
	CONSTRAINT "batch_rows_skipped" CHECK ("batch_rows"."state" <> 'left' or "batch_rows"."problem" is not null)
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"helper_id" bigint,
	"key" text NOT NULL,
	"file_name" text,
	"state" text DEFAULT 'draft' NOT NULL,
	"pause" text,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"looks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "batches_key" UNIQUE("reseller_id","key"),
	CONSTRAINT "batches_state" CHECK ("batches"."state" in ('draft', 'running', 'cancelled')),
	CONSTRAINT "batches_pause" CHECK ("batches"."pause" is null or ("batches"."state" = 'running'
        and "batches"."pause" in ('requested', 'money', 'limit', 'room', 'service', 'price', 'restricted'))),
	CONSTRAINT "batches_started" CHECK (("batches"."state" = 'draft') = ("batches"."started_at" is null)),
	CONSTRAINT "batches_done" CHECK ("batches"."done_at" is null or "batches"."state" <> 'draft')
);
--> statement-breakpoint
CREATE TABLE "catalogue" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"source" text,
	"prices_follow" text DEFAULT 'main' NOT NULL,
	CONSTRAINT "catalogue_single" CHECK ("catalogue"."id" = 1),
	CONSTRAINT "catalogue_prices_follow" CHECK ("catalogue"."prices_follow" in ('main', 'dearest'))
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
	"delisted_at" timestamp with time zone,
	"listed_by" integer NOT NULL,
	"own_cost" bigint,
	"own_open" boolean DEFAULT false NOT NULL,
	"other_cost" bigint,
	"doubt" text,
	"confirmed_cost" bigint,
	CONSTRAINT "plans_doubt" CHECK ("plans"."doubt" in ('cost', 'missing', 'new', 'charged')),
	CONSTRAINT "plans_listed_by" CHECK (("plans"."listed_by" = 1) = ("plans"."id" < 900000000))
);
--> statement-breakpoint
CREATE TABLE "credit_payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"key" text NOT NULL,
	"sale_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"paid_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "credit_payments_key" UNIQUE("reseller_id","key","sale_id"),
	CONSTRAINT "credit_payments_amount" CHECK ("credit_payments"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "credit_sales" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_sales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"key" text NOT NULL,
	"phone" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"what" text NOT NULL,
	"purchase_id" bigint,
	"amount" bigint NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"due_on" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "credit_sales_key" UNIQUE("reseller_id","key"),
	CONSTRAINT "credit_sales_amount" CHECK ("credit_sales"."amount" between 1 and 100000000000),
	CONSTRAINT "credit_sales_paid" CHECK ("credit_sales"."paid" between 0 and "credit_sales"."amount"),
	CONSTRAINT "credit_sales_undone" CHECK ("credit_sales"."undone_at" is null or "credit_sales"."paid" = 0),
	CONSTRAINT "credit_sales_end" CHECK (("credit_sales"."ended_at" is null) = ("credit_sales"."undone_at" is null and "credit_sales"."paid" < "credit_sales"."amount")),
	CONSTRAINT "credit_sales_lengths" CHECK (length("credit_sales"."name") <= 60 and length("credit_sales"."what") between 1 and 100)
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
	"main_supplier_balance" bigint,
	"suspense" bigint NOT NULL,
	"advanced" bigint DEFAULT 0 NOT NULL,
	"difference" bigint NOT NULL,
	"proved" boolean NOT NULL,
	"findings" text[] NOT NULL,
	CONSTRAINT "daily_closes_once" UNIQUE("day"),
	CONSTRAINT "daily_closes_counts" CHECK ("daily_closes"."delivered" >= 0 and "daily_closes"."failed" >= 0 and "daily_closes"."reversed" >= 0)
);
--> statement-breakpoint
CREATE TABLE "complaints" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "complaints_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"reseller_id" bigint NOT NULL,
	"purchase_id" bigint NOT NULL,
	"symptom" text NOT NULL,
	"details" text,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"escalated_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	CONSTRAINT "complaints_purchase" UNIQUE("purchase_id"),
	CONSTRAINT "complaints_symptom" CHECK ("complaints"."symptom" in ('nothing', 'less', 'other'))
);
--> statement-breakpoint
CREATE TABLE "delivery_issue_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_issue_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_issue_id" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"admin_id" bigint,
	"text" text,
	"note" text,
	"answer_by" timestamp with time zone,
	"erased_at" timestamp with time zone,
	CONSTRAINT "delivery_issue_messages_kind" CHECK ("delivery_issue_messages"."kind" in ('opened', 'reply', 'reopened', 'delivered', 'money_back', 'asking', 'customer')),
	CONSTRAINT "delivery_issue_messages_author" CHECK (("delivery_issue_messages"."admin_id" is null and "delivery_issue_messages"."note" is null) or "delivery_issue_messages"."kind" not in ('opened', 'reply', 'reopened'))
);
--> statement-breakpoint
CREATE TABLE "delivery_issue_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"reply_hours" integer DEFAULT 24 NOT NULL,
	"reporting_window_days" integer DEFAULT 14 NOT NULL,
	"checks" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "delivery_issue_settings_single" CHECK ("delivery_issue_settings"."id" = 1),
	CONSTRAINT "delivery_issue_settings_times" CHECK ("delivery_issue_settings"."reply_hours" between 1 and 336 and "delivery_issue_settings"."reporting_window_days" between 1 and 90)
);
--> statement-breakpoint
CREATE TABLE "delivery_issues" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_issues_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purchase_id" bigint NOT NULL,
	"reseller_id" bigint NOT NULL,
	"symptom" text NOT NULL,
	"state" text DEFAULT 'admin' NOT NULL,
	"outcome" text,
	"answer_by" timestamp with time zone NOT NULL,
	"due" bigint GENERATED ALWAYS AS ((extract(epoch from answer_by at time zone 'UTC')::bigint * 1000000 + id % 1000000)) STORED,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reopened" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "delivery_issues_purchase" UNIQUE("purchase_id"),
	CONSTRAINT "delivery_issues_symptom" CHECK ("delivery_issues"."symptom" in ('nothing', 'less', 'other')),
	CONSTRAINT "delivery_issues_state" CHECK ("delivery_issues"."state" in ('admin', 'customer', 'closed')),
	CONSTRAINT "delivery_issues_outcome" CHECK ("delivery_issues"."outcome" in ('delivered', 'money_back')),
	CONSTRAINT "delivery_issues_closed" CHECK (("delivery_issues"."state" = 'closed') = ("delivery_issues"."outcome" is not null))
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" text DEFAULT 'msg_' || replace(gen_random_uuid()::text, '-', '') NOT NULL,
	"channel" text NOT NULL,
	"target" text NOT NULL,
	"account_id" bigint,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"body" text,
	"sealed" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	"done_at" timestamp with time zone,
	CONSTRAINT "deliveries_message" UNIQUE("message_id"),
	CONSTRAINT "deliveries_channel" CHECK ("deliveries"."channel" in ('webhooks', 'mail', 'pushes', 'alerts', 'messages')),
	CONSTRAINT "deliveries_state" CHECK ("deliveries"."state" in ('waiting', 'delivered', 'failed')),
	CONSTRAINT "deliveries_done_once" CHECK (("deliveries"."state" = 'waiting') = ("deliveries"."done_at" is null)),
	CONSTRAINT "deliveries_erased" CHECK ("deliveries"."state" = 'waiting' or "deliveries"."sealed" is null)
);
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"took_ms" integer NOT NULL,
	"http_status" integer,
	"problem" text,
	"response" text
);
--> statement-breakpoint
CREATE TABLE "funding_images" (
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
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	CONSTRAINT "funding_requests_journal" UNIQUE("journal_id"),
	CONSTRAINT "funding_requests_ref" UNIQUE("reseller_id","ref"),
	CONSTRAINT "funding_requests_state" CHECK ("funding_requests"."state" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "funding_requests_amount" CHECK ("funding_requests"."amount" > 0),
	CONSTRAINT "funding_requests_decided" CHECK (("funding_requests"."state" = 'pending') = ("funding_requests"."decided_at" is null)),
	CONSTRAINT "funding_requests_credited" CHECK (("funding_requests"."state" = 'approved') = ("funding_requests"."journal_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "payment_instructions" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "payment_instructions_single" CHECK ("payment_instructions"."id" = 1)
);
--> statement-breakpoint
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
CREATE TABLE "lane_failures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lane_failures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lane" text NOT NULL,
	"key" text NOT NULL,
	"error" text NOT NULL,
	"failures" integer DEFAULT 1 NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lane_failures_key" UNIQUE("lane","key")
);
--> statement-breakpoint
CREATE TABLE "lane_fair_queue" (
	"lane" text NOT NULL,
	"owner" bigint NOT NULL,
	"looked_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "lane_fair_queue_lane_owner_pk" PRIMARY KEY("lane","owner")
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
	CONSTRAINT "entries_account_name" CHECK ("entries"."account" ~ '^(wallet|held|sales|funding|advanced)$'),
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
	"ref" text,
	"actor" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "journals_reversed_once" UNIQUE("reverses_id"),
	CONSTRAINT "journals_reseller" UNIQUE("reseller_id","id"),
	CONSTRAINT "journals_kind" CHECK ("journals"."kind" ~ '^(credit|debit|claw_back|payment|refund|charge_back|charge_back_won|hold|settle|release|reversal|correction|upgrade|referral|referral_reversal|message|advance|advance_closed|advance_repaid|advance_waived)$')
);
--> statement-breakpoint
CREATE TABLE "maintenance_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "maintenance_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ok" boolean NOT NULL,
	"findings" integer,
	"summary" text NOT NULL,
	CONSTRAINT "maintenance_runs_kind" CHECK ("maintenance_runs"."kind" in ('check', 'backup', 'restore_test'))
);
--> statement-breakpoint
CREATE TABLE "retention_checkpoints" (
	"name" text PRIMARY KEY NOT NULL,
	"through" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" text DEFAULT 'msg_' || replace(gen_random_uuid()::text, '-', '') NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"recipient_id" bigint,
	"reseller_id" bigint NOT NULL,
	"order_id" bigint,
	"purchase_id" bigint,
	"medium" text NOT NULL,
	"payer" text NOT NULL,
	"price" bigint NOT NULL,
	"prompt" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"provider" text,
	"parts" integer,
	"accepted_at" timestamp with time zone,
	"provider_ref" text,
	"report" text,
	"skipped" text,
	"journal_id" bigint,
	CONSTRAINT "customer_messages_message" UNIQUE("message_id"),
	CONSTRAINT "customer_messages_once" UNIQUE("key"),
	CONSTRAINT "customer_messages_journal" UNIQUE("journal_id"),
	CONSTRAINT "customer_messages_kind" CHECK ("customer_messages"."kind" in ('delivered', 'failed', 'reversed', 'refunded', 'ending')),
	CONSTRAINT "customer_messages_medium" CHECK ("customer_messages"."medium" in ('sms', 'whatsapp')),
	CONSTRAINT "customer_messages_payer" CHECK ("customer_messages"."payer" in ('operator', 'wallet')),
	CONSTRAINT "customer_messages_price" CHECK ("customer_messages"."price" >= 0 and ("customer_messages"."payer" = 'operator' or "customer_messages"."price" > 0)),
	CONSTRAINT "customer_messages_accepted" CHECK (("customer_messages"."accepted_at" is null) = ("customer_messages"."provider_ref" is null)),
	CONSTRAINT "customer_messages_skipped" CHECK ("customer_messages"."skipped" is null or "customer_messages"."accepted_at" is null),
	CONSTRAINT "customer_messages_charged" CHECK (("customer_messages"."journal_id" is not null) = ("customer_messages"."payer" = 'wallet' and "customer_messages"."accepted_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "message_recipients" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "message_recipients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"phone" text NOT NULL,
	"code" text NOT NULL,
	"agreed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stopped_at" timestamp with time zone,
	"stopped_by" text,
	CONSTRAINT "message_recipients_phone" UNIQUE("phone"),
	CONSTRAINT "message_recipients_code" UNIQUE("code"),
	CONSTRAINT "message_recipients_stopped" CHECK (("message_recipients"."stopped_at" is null) = ("message_recipients"."stopped_by" is null))
);
--> statement-breakpoint
CREATE TABLE "message_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"sms_price" bigint DEFAULT 0 NOT NULL,
	"whatsapp_price" bigint DEFAULT 0 NOT NULL,
	"order_payer" text DEFAULT 'operator' NOT NULL,
	"quiet_from" integer DEFAULT 21 NOT NULL,
	"quiet_until" integer DEFAULT 8 NOT NULL,
	"daily_limit" integer DEFAULT 10 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "message_settings_single" CHECK ("message_settings"."id" = 1),
	CONSTRAINT "message_settings_prices" CHECK ("message_settings"."sms_price" >= 0 and "message_settings"."whatsapp_price" >= 0),
	CONSTRAINT "message_settings_order_payer" CHECK ("message_settings"."order_payer" in ('operator', 'wallet')),
	CONSTRAINT "message_settings_quiet" CHECK ("message_settings"."quiet_from" between 0 and 23 and "message_settings"."quiet_until" between 0 and 23),
	CONSTRAINT "message_settings_limit" CHECK ("message_settings"."daily_limit" between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "shop_messages" (
	"shop_id" bigint PRIMARY KEY NOT NULL,
	"medium" text NOT NULL,
	"agreed_price" bigint,
	"renewals_since" timestamp with time zone,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_messages_medium" CHECK ("shop_messages"."medium" in ('sms', 'whatsapp')),
	CONSTRAINT "shop_messages_price" CHECK ("shop_messages"."agreed_price" > 0)
);
--> statement-breakpoint
CREATE TABLE "notification_checkpoints" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"prices" bigint NOT NULL,
	"audit" bigint,
	"handled_audit" bigint[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "notification_checkpoints_single" CHECK ("notification_checkpoints"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"account_id" bigint NOT NULL,
	"event" text NOT NULL,
	"portal" boolean NOT NULL,
	"mail" boolean NOT NULL,
	"push" boolean NOT NULL,
	CONSTRAINT "notification_preferences_account_id_event_pk" PRIMARY KEY("account_id","event")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"event" text NOT NULL,
	"key" text NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"shown" boolean DEFAULT true NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "notifications_once" UNIQUE("account_id","event","key")
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
CREATE TABLE "failure_texts" (
	"key" text PRIMARY KEY NOT NULL,
	"fault" text NOT NULL,
	"decided_by" text NOT NULL,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "failure_texts_fault" CHECK ("failure_texts"."fault" in ('network', 'recipient')),
	CONSTRAINT "failure_texts_key" CHECK (length("failure_texts"."key") <= 160)
);
--> statement-breakpoint
CREATE TABLE "line_habits" (
	"supplier_id" integer NOT NULL,
	"network_id" integer NOT NULL,
	"type_id" integer NOT NULL,
	"attempts" integer NOT NULL,
	"failure_share" double precision NOT NULL,
	"ineligible_share" double precision DEFAULT 0.2 NOT NULL,
	"usual_seconds" double precision,
	"long_seconds" double precision,
	"counted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "line_habits_supplier_id_network_id_type_id_pk" PRIMARY KEY("supplier_id","network_id","type_id")
);
--> statement-breakpoint
CREATE TABLE "outages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"supplier_id" integer NOT NULL,
	"network_id" integer NOT NULL,
	"type_id" integer NOT NULL,
	"state" text NOT NULL,
	"began_at" timestamp with time zone DEFAULT now() NOT NULL,
	"began_by" text NOT NULL,
	"reason" text NOT NULL,
	"until" timestamp with time zone,
	"evidence" jsonb,
	"probe_at" timestamp with time zone,
	"probe_delay_seconds" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"end_reason" text,
	CONSTRAINT "outages_state" CHECK ("outages"."state" in ('paused', 'kept_open')),
	CONSTRAINT "outages_probe" CHECK ("outages"."probe_at" is null or "outages"."state" = 'paused'),
	CONSTRAINT "outages_ended" CHECK (("outages"."ended_at" is null) = ("outages"."ended_by" is null))
);
--> statement-breakpoint
CREATE TABLE "paused_plans" (
	"plan_id" integer PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"open_cost" bigint
);
--> statement-breakpoint
CREATE TABLE "dedicated_accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dedicated_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"owner" text NOT NULL,
	"currency" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"state" text NOT NULL,
	"rejection" text,
	"number" text,
	"bank" text,
	"holder" text,
	"claimed_until" timestamp with time zone,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"opened_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp with time zone,
	"looked_at" timestamp with time zone,
	CONSTRAINT "dedicated_accounts_one" UNIQUE("reseller_id","provider"),
	CONSTRAINT "dedicated_accounts_owner" UNIQUE("provider","owner"),
	CONSTRAINT "dedicated_accounts_number" UNIQUE("provider","number"),
	CONSTRAINT "dedicated_accounts_state" CHECK ("dedicated_accounts"."state" in ('requested', 'open', 'rejected', 'retired')),
	CONSTRAINT "dedicated_accounts_opened" CHECK (("dedicated_accounts"."state" in ('open', 'retired')) = ("dedicated_accounts"."number" is not null and "dedicated_accounts"."opened_at" is not null)
        and num_nonnulls("dedicated_accounts"."number", "dedicated_accounts"."bank", "dedicated_accounts"."holder") in (0, 3)),
	CONSTRAINT "dedicated_accounts_rejected" CHECK (("dedicated_accounts"."state" = 'rejected') = ("dedicated_accounts"."rejection" is not null))
);
--> statement-breakpoint
CREATE TABLE "operator_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" bigint NOT NULL,
	"step" text NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	"journal_id" bigint,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operator_entries_journal" UNIQUE("journal_id"),
	CONSTRAINT "operator_entries_once" UNIQUE("transaction_id","step","account"),
	CONSTRAINT "operator_entries_step" CHECK ("operator_entries"."step" in ('received', 'assigned', 'refunded', 'reversed', 'restored', 'debited', 'settled', 'accepted', 'lost')),
	CONSTRAINT "operator_entries_account" CHECK ("operator_entries"."account" in ('clearing', 'fees', 'suspense', 'wallets', 'outside')),
	CONSTRAINT "operator_entries_amount" CHECK ("operator_entries"."amount" <> 0),
	CONSTRAINT "operator_entries_wallets" CHECK (("operator_entries"."account" = 'wallets') = ("operator_entries"."journal_id" is not null))
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
	"posted_at" timestamp with time zone,
	CONSTRAINT "payment_disputes_once" UNIQUE("transaction_id","dispute"),
	CONSTRAINT "payment_disputes_state" CHECK ("payment_disputes"."state" in ('open', 'answered', 'won', 'lost')),
	CONSTRAINT "payment_disputes_amount" CHECK ("payment_disputes"."amount" > 0),
	CONSTRAINT "payment_disputes_ended" CHECK (("payment_disputes"."state" in ('won', 'lost')) = ("payment_disputes"."ended_at" is not null)),
	CONSTRAINT "payment_disputes_posted" CHECK ("payment_disputes"."posted_at" is null or "payment_disputes"."state" = 'lost')
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"provider_key" text,
	"transaction_id" bigint NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"reason" text NOT NULL,
	"refund" text,
	"problem" text,
	"raw" text,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now(),
	CONSTRAINT "payment_refunds_key" UNIQUE("key"),
	CONSTRAINT "payment_refunds_state" CHECK ("payment_refunds"."state" in ('requested', 'pending', 'attention', 'done', 'failed')),
	CONSTRAINT "payment_refunds_ended" CHECK (("payment_refunds"."state" in ('done', 'failed')) = ("payment_refunds"."next_attempt_at" is null)),
	CONSTRAINT "payment_refunds_confirmed" CHECK ("payment_refunds"."state" in ('requested', 'failed') or "payment_refunds"."refund" is not null)
);
--> statement-breakpoint
CREATE TABLE "payment_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"off" text[] DEFAULT '{}' NOT NULL,
	"fee_bearer" text DEFAULT 'reseller' NOT NULL,
	"min_amount" bigint DEFAULT 10000 NOT NULL,
	"collect" boolean DEFAULT false NOT NULL,
	"max_amount" bigint DEFAULT 50000000 NOT NULL,
	"dedicated_account_provider" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "payment_settings_single" CHECK ("payment_settings"."id" = 1),
	CONSTRAINT "payment_settings_fee_bearer" CHECK ("payment_settings"."fee_bearer" in ('reseller', 'operator')),
	CONSTRAINT "payment_settings_range" CHECK ("payment_settings"."min_amount" > 0 and "payment_settings"."min_amount" <= "payment_settings"."max_amount")
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
	"opening_until" timestamp with time zone,
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
	CONSTRAINT "payments_fee_bearer" CHECK ("payments"."fee_bearer" in ('reseller', 'operator')),
	CONSTRAINT "payments_state" CHECK ("payments"."state" in ('started', 'paid', 'review', 'failed', 'expired')),
	CONSTRAINT "payments_ended" CHECK (("payments"."state" = 'started') = ("payments"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "provider_fee_rules" (
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"rate" integer NOT NULL,
	"fixed" bigint NOT NULL,
	"fixed_from" bigint NOT NULL,
	"max_fee" bigint,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "provider_fee_rules_provider_kind_pk" PRIMARY KEY("provider","kind"),
	CONSTRAINT "provider_fee_rules_kind" CHECK ("provider_fee_rules"."kind" in ('checkout', 'account')),
	CONSTRAINT "provider_fee_rules_amounts" CHECK ("provider_fee_rules"."rate" between 0 and 5000 and "provider_fee_rules"."fixed" >= 0 and "provider_fee_rules"."fixed_from" >= 0 and "provider_fee_rules"."max_fee" >= 0)
);
--> statement-breakpoint
CREATE TABLE "provider_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provider_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"address" text NOT NULL,
	"sealed" text,
	"previous_sealed" text,
	"previous_valid_until" timestamp with time zone,
	"hint" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	"webhooks" integer DEFAULT 0 NOT NULL,
	"webhook_count_until" timestamp with time zone,
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
	"method" text,
	"account" text,
	"account_id" bigint,
	"raw" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text NOT NULL,
	"suspense_reason" text,
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
	CONSTRAINT "provider_transactions_state" CHECK ("provider_transactions"."state" in ('credited', 'suspense', 'assigned', 'refunding', 'refunded', 'direct', 'unmatched')),
	CONSTRAINT "provider_transactions_reversed" CHECK ("provider_transactions"."restored_at" is null or "provider_transactions"."reversed_at" is not null),
	CONSTRAINT "provider_transactions_lost" CHECK ("provider_transactions"."lost" >= 0 and "provider_transactions"."lost" < "provider_transactions"."gross"),
	CONSTRAINT "provider_transactions_refunded_fee" CHECK ("provider_transactions"."extra" between 0 and "provider_transactions"."gross"),
	CONSTRAINT "provider_transactions_suspense_reason" CHECK (("provider_transactions"."state" in ('credited', 'direct')) = ("provider_transactions"."suspense_reason" is null)),
	CONSTRAINT "provider_transactions_owner" CHECK (case when "provider_transactions"."keys_id" is null then "provider_transactions"."state" not in ('direct', 'unmatched')
        else "provider_transactions"."state" in ('direct', 'unmatched', 'refunding', 'refunded') end),
	CONSTRAINT "provider_transactions_credited" CHECK (case when "provider_transactions"."state" in ('credited', 'assigned')
        then "provider_transactions"."reseller_id" is not null and "provider_transactions"."credited" is not null and "provider_transactions"."credited" between 1 and "provider_transactions"."gross"
        else "provider_transactions"."reseller_id" is null and "provider_transactions"."credited" is null end),
	CONSTRAINT "provider_transactions_decided" CHECK (("provider_transactions"."state" in ('assigned', 'refunding', 'refunded'))
        = ("provider_transactions"."decided_at" is not null and "provider_transactions"."decided_by" is not null and "provider_transactions"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "provider_webhooks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provider_webhooks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"next_attempt_at" timestamp with time zone DEFAULT now(),
	"handled_at" timestamp with time zone,
	CONSTRAINT "provider_webhooks_once" UNIQUE("provider","hash"),
	CONSTRAINT "provider_webhooks_handled" CHECK (("provider_webhooks"."handled_at" is null) = ("provider_webhooks"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "availability_switches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "availability_switches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network_id" integer,
	"type_id" integer,
	"off" boolean NOT NULL,
	"message" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "availability_switches_scope" UNIQUE NULLS NOT DISTINCT("network_id","type_id"),
	CONSTRAINT "availability_switches_type" CHECK ("availability_switches"."type_id" is null or "availability_switches"."network_id" is not null)
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
CREATE TABLE "plan_settings" (
	"plan_id" integer PRIMARY KEY NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"name" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_rule_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_rule_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"reason" text NOT NULL,
	"rules" jsonb NOT NULL,
	"undoes" bigint,
	CONSTRAINT "price_rule_changes_undone_once" UNIQUE("undoes")
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
CREATE TABLE "privacy_notice" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "privacy_notice_single" CHECK ("privacy_notice"."id" = 1),
	CONSTRAINT "privacy_notice_length" CHECK (length("privacy_notice"."text") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"name" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"roles" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"renewals" bigint DEFAULT 0 NOT NULL,
	"database" text,
	"seen_before_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purchase_id" bigint NOT NULL,
	"supplier_id" integer,
	"supplier_plan_id" integer,
	"choice" text,
	"worker" text NOT NULL,
	"claimed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answer_by" timestamp with time zone,
	"cost" bigint NOT NULL,
	"answered_at" timestamp with time zone,
	"result" text,
	"note" text,
	"http_status" integer,
	"raw" text,
	"upstream_id" text,
	"upstream_ident" text,
	"amount" bigint,
	"balance_before" bigint,
	"balance_after" bigint,
	"discrepancy" text,
	CONSTRAINT "attempts_result" CHECK ("attempts"."result" in ('unsent', 'throttled', 'rejected', 'invalid', 'successful', 'failed', 'unconfirmed')),
	CONSTRAINT "attempts_supplier_known" CHECK ("attempts"."supplier_id" is not null or "attempts"."worker" = 'restored')
);
--> statement-breakpoint
CREATE TABLE "dispatcher" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"stopped" boolean DEFAULT false NOT NULL,
	"stop_reason" text,
	"stopped_by" text,
	"stopped_at" timestamp with time zone,
	"home" text,
	"on_hold" text[] DEFAULT '{}' NOT NULL,
	"on_price_rise" text DEFAULT 'refund' NOT NULL,
	"routing" text DEFAULT 'cost' NOT NULL,
	CONSTRAINT "dispatcher_single" CHECK ("dispatcher"."id" = 1),
	CONSTRAINT "dispatcher_held_namespaces" CHECK ("dispatcher"."on_hold" <@ array['order', 'batch', 'schedule']),
	CONSTRAINT "dispatcher_on_price_rise" CHECK ("dispatcher"."on_price_rise" in ('refund', 'wait')),
	CONSTRAINT "dispatcher_routing" CHECK ("dispatcher"."routing" in ('cost', 'rank'))
);
--> statement-breakpoint
CREATE TABLE "fair_queue" (
	"reseller_id" bigint NOT NULL,
	"supplier_id" integer NOT NULL,
	"claimed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"place" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "fair_queue_reseller_id_supplier_id_pk" PRIMARY KEY("reseller_id","supplier_id")
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
	"helper_id" bigint,
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
	"selling_price" bigint,
	"message_by" text,
	"payment_fee" bigint,
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
	"supplier_id" integer,
	"charged" bigint,
	"reversed_at" timestamp with time zone,
	"batch_id" bigint,
	"advance" text,
	"paused" boolean DEFAULT false NOT NULL,
	CONSTRAINT "purchases_ident" UNIQUE("ident"),
	CONSTRAINT "purchases_ref" UNIQUE("ref","reseller_id","namespace"),
	CONSTRAINT "purchases_state" CHECK ("purchases"."state" ~ '^(queued|sending|successful|failed|unconfirmed|reversed)$'),
	CONSTRAINT "purchases_namespace" CHECK ("purchases"."namespace" = 'buyer' or "purchases"."namespace" = 'order' and "purchases"."channel" = 'shop'
        or "purchases"."namespace" in ('batch', 'schedule') and "purchases"."channel" = 'batch'),
	CONSTRAINT "purchases_money" CHECK ("purchases"."price" > 0 and "purchases"."cost" >= 0),
	CONSTRAINT "purchases_message_by" CHECK ("purchases"."message_by" in ('sms', 'whatsapp')),
	CONSTRAINT "purchases_selling_price" CHECK ("purchases"."selling_price" > 0),
	CONSTRAINT "purchases_payment_fee" CHECK ("purchases"."payment_fee" is null or "purchases"."payment_fee" > 0 and "purchases"."selling_price" is not null),
	CONSTRAINT "purchases_settled" CHECK (("purchases"."state" in ('queued', 'sending', 'unconfirmed')) = ("purchases"."settled_at" is null)),
	CONSTRAINT "purchases_reversal" CHECK (("purchases"."state" = 'reversed') = ("purchases"."reversed_at" is not null)),
	CONSTRAINT "purchases_advance" CHECK (case "purchases"."advance" when 'open' then "purchases"."state" = 'unconfirmed' when 'closed' then "purchases"."state" = 'failed'
        when 'repaid' then "purchases"."state" in ('successful', 'reversed')
        when 'awaiting_consent' then "purchases"."state" = 'successful' when 'waived' then "purchases"."state" = 'successful'
        else "purchases"."advance" is null end)
);
--> statement-breakpoint
CREATE TABLE "reported_sales" (
	"ident" text NOT NULL,
	"supplier_id" integer NOT NULL,
	"reported_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reported_sales_ident_supplier_id_pk" PRIMARY KEY("ident","supplier_id")
);
--> statement-breakpoint
CREATE TABLE "approval_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "approval_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text DEFAULT 'settle' NOT NULL,
	"purchase_id" bigint,
	"outcome" text,
	"reseller_id" bigint,
	"amount" bigint,
	"single_admin_total" bigint,
	"single_admin_limit" bigint,
	"about" text,
	"input" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reason" text NOT NULL,
	"requested_by" bigint NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" bigint,
	"confirmed" boolean,
	CONSTRAINT "approval_requests_kind" CHECK ("approval_requests"."kind" in ('settle', 'credit', 'debit', 'claw_back', 'correction', 'funding', 'suspense', 'reversal', 'deposit', 'settlement', 'refund', 'write_off', 'settings')),
	CONSTRAINT "approval_requests_outcome" CHECK ("approval_requests"."kind" <> 'settle'
        or ("approval_requests"."purchase_id" is not null and coalesce("approval_requests"."outcome" in ('successful', 'failed'), false))),
	CONSTRAINT "approval_requests_moves" CHECK ("approval_requests"."kind" in ('settle', 'settings') or coalesce("approval_requests"."amount" > 0, false)),
	CONSTRAINT "approval_requests_two_admins" CHECK ("approval_requests"."confirmed" is not true or coalesce("approval_requests"."ended_by" <> "approval_requests"."requested_by", false))
);
--> statement-breakpoint
CREATE TABLE "chain_checkpoints" (
	"supplier_id" integer NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	"mark" text NOT NULL,
	CONSTRAINT "chain_checkpoints_pkey" PRIMARY KEY("supplier_id","hour")
);
--> statement-breakpoint
CREATE TABLE "chain_cuts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chain_cuts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"supplier_id" integer,
	"earliest" timestamp with time zone NOT NULL,
	"latest" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chain_cuts_span" CHECK ("chain_cuts"."earliest" <= "chain_cuts"."latest")
);
--> statement-breakpoint
CREATE TABLE "chain_findings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	"ruptured" boolean NOT NULL,
	"suggestions" jsonb NOT NULL,
	CONSTRAINT "chain_findings_single" CHECK ("chain_findings"."id" >= 1)
);
--> statement-breakpoint
CREATE TABLE "discrepancies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discrepancies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"supplier_id" integer NOT NULL,
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
CREATE TABLE "reconcile_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"automatic" boolean DEFAULT true NOT NULL,
	"late_seconds" integer DEFAULT 600 NOT NULL,
	"refund_seconds" integer DEFAULT 21600 NOT NULL,
	"grace_seconds" integer DEFAULT 600 NOT NULL,
	"advances" boolean DEFAULT false NOT NULL,
	"single_admin_limit" bigint DEFAULT 500000 NOT NULL,
	"approval_settings_version" integer DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"basis" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "reconcile_settings_single" CHECK ("reconcile_settings"."id" = 1),
	CONSTRAINT "reconcile_settings_times" CHECK ("reconcile_settings"."late_seconds" > 0 and "reconcile_settings"."refund_seconds" >= "reconcile_settings"."late_seconds" and "reconcile_settings"."grace_seconds" >= 0)
);
--> statement-breakpoint
CREATE TABLE "single_admin_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "single_admin_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"admin_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "single_admin_moves_kind" CHECK ("single_admin_moves"."kind" in ('settle', 'credit', 'debit', 'claw_back', 'correction', 'funding', 'suspense', 'reversal', 'deposit', 'settlement', 'refund', 'write_off')),
	CONSTRAINT "single_admin_moves_amount" CHECK ("single_admin_moves"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "upstream_adjustments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "upstream_adjustments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"supplier_id" integer NOT NULL,
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
CREATE TABLE "referral_codes" (
	"reseller_id" bigint PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "referral_codes_code" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "referral_rewards" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "referral_rewards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"referral_id" bigint NOT NULL,
	"period" text NOT NULL,
	"funding_id" bigint,
	"amount" bigint NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"journal_id" bigint,
	"reversal_journal_id" bigint,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "referral_rewards_journal" UNIQUE("journal_id"),
	CONSTRAINT "referral_rewards_reversal_journal" UNIQUE("reversal_journal_id"),
	CONSTRAINT "referral_rewards_state" CHECK ("referral_rewards"."state" in ('pending', 'paid', 'cancelled', 'reversed')),
	CONSTRAINT "referral_rewards_period" CHECK ("referral_rewards"."period" ~ '^(first|2[0-9]{3}-[0-9]{2})$'),
	CONSTRAINT "referral_rewards_funding" CHECK (("referral_rewards"."period" = 'first') = ("referral_rewards"."funding_id" is not null)),
	CONSTRAINT "referral_rewards_amount" CHECK ("referral_rewards"."amount" > 0),
	CONSTRAINT "referral_rewards_paid" CHECK (("referral_rewards"."state" in ('paid', 'reversed')) = ("referral_rewards"."journal_id" is not null)),
	CONSTRAINT "referral_rewards_reversed" CHECK (("referral_rewards"."state" = 'reversed') = ("referral_rewards"."reversal_journal_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "referral_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"kind" text DEFAULT 'off' NOT NULL,
	"reward" bigint,
	"minimum" bigint,
	"share" integer,
	"cap" bigint,
	"months" integer DEFAULT 6 NOT NULL,
	"hold_days" integer DEFAULT 7 NOT NULL,
	"max_referrals" integer DEFAULT 10 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "referral_settings_single" CHECK ("referral_settings"."id" = 1),
	CONSTRAINT "referral_settings_kind" CHECK ("referral_settings"."kind" in ('off', 'first_funding', 'share')),
	CONSTRAINT "referral_settings_first_funding" CHECK ("referral_settings"."kind" <> 'first_funding' or coalesce("referral_settings"."reward" > 0 and "referral_settings"."minimum" >= "referral_settings"."reward", false)),
	CONSTRAINT "referral_settings_share" CHECK ("referral_settings"."kind" <> 'share' or coalesce("referral_settings"."share" between 1 and 5000 and "referral_settings"."cap" > 0, false)),
	CONSTRAINT "referral_settings_months" CHECK ("referral_settings"."months" between 1 and 24),
	CONSTRAINT "referral_settings_hold" CHECK ("referral_settings"."hold_days" between 0 and 180),
	CONSTRAINT "referral_settings_max" CHECK ("referral_settings"."max_referrals" between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "referrals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"referrer_id" bigint NOT NULL,
	"referred_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"reward" bigint,
	"minimum" bigint,
	"share" integer,
	"cap" bigint,
	"months" integer DEFAULT 6 NOT NULL,
	"hold_days" integer DEFAULT 7 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cleared_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "referrals_referred_once" UNIQUE("referred_id"),
	CONSTRAINT "referrals_two_resellers" CHECK ("referrals"."referrer_id" <> "referrals"."referred_id"),
	CONSTRAINT "referrals_ended" CHECK (("referrals"."ended_at" is null) = ("referrals"."reason" is null)),
	CONSTRAINT "referrals_kind" CHECK ("referrals"."kind" in ('first_funding', 'share'))
);
--> statement-breakpoint
CREATE TABLE "report_days" (
	"day" date PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	"resellers_at" timestamp with time zone,
	"selling_price_at" timestamp with time zone,
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
	"selling_price" bigint,
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
CREATE TABLE "review_assignments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "review_assignments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"item" text NOT NULL,
	"admin_id" bigint NOT NULL,
	"assigned_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_assignments_item_key" UNIQUE("kind","item"),
	CONSTRAINT "review_assignments_kind" CHECK ("review_assignments"."kind" in ('unconfirmed', 'issue', 'approval', 'transfer', 'upgrade')),
	CONSTRAINT "review_assignments_item" CHECK (length("review_assignments"."item") between 1 and 40)
);
--> statement-breakpoint
CREATE TABLE "saved_replies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_replies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" bigint NOT NULL,
	"field" text NOT NULL,
	"text" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_replies_field" CHECK ("saved_replies"."field" in ('text', 'reason')),
	CONSTRAINT "saved_replies_text" CHECK (length("saved_replies"."text") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" bigint NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"shared" boolean NOT NULL,
	"relative_from" date,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_list" CHECK ("saved_views"."list" like '/admin/%' and length("saved_views"."list") <= 100),
	CONSTRAINT "saved_views_name" CHECK (length("saved_views"."name") between 1 and 40),
	CONSTRAINT "saved_views_query" CHECK (length("saved_views"."query") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "schedule_occurrences" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "schedule_occurrences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"schedule_id" bigint NOT NULL,
	"day" date NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"price" bigint,
	"purchase_id" bigint,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schedule_occurrences_day" UNIQUE("schedule_id","day"),
	CONSTRAINT "schedule_occurrences_purchase" UNIQUE("purchase_id"),
	CONSTRAINT "schedule_occurrences_state" CHECK ("schedule_occurrences"."state" in ('waiting', 'bought', 'skipped')),
	CONSTRAINT "schedule_occurrences_bought" CHECK (("schedule_occurrences"."state" = 'bought') = ("schedule_occurrences"."purchase_id" is not null)),
	CONSTRAINT "schedule_occurrences_reason" CHECK (("schedule_occurrences"."state" = 'bought') = ("schedule_occurrences"."reason" is null))
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
	"max_price" bigint NOT NULL,
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
	"notified_on" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	CONSTRAINT "schedules_key" UNIQUE("reseller_id","key"),
	CONSTRAINT "schedules_unit" CHECK ("schedules"."unit" in ('once', 'day', 'week', 'month') and "schedules"."every" between 1 and 365),
	CONSTRAINT "schedules_max_price" CHECK ("schedules"."max_price" > 0),
	CONSTRAINT "schedules_time_of_day" CHECK ("schedules"."clock" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
	CONSTRAINT "schedules_state" CHECK ("schedules"."state" in ('active', 'paused', 'ended')),
	CONSTRAINT "schedules_paused" CHECK (("schedules"."state" = 'paused') = ("schedules"."pause" is not null)),
	CONSTRAINT "schedules_next" CHECK (("schedules"."state" = 'ended') = ("schedules"."next_on" is null) and ("schedules"."next_on" is null) = ("schedules"."next_at" is null)),
	CONSTRAINT "schedules_ended" CHECK (("schedules"."state" = 'ended') = ("schedules"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "settlement_checks" (
	"provider" text PRIMARY KEY NOT NULL,
	"attempted_at" timestamp with time zone NOT NULL,
	"compared_at" timestamp with time zone,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "settlement_discrepancies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settlement_discrepancies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"settlement" text,
	"transaction" text,
	"line_id" bigint,
	"transaction_id" bigint,
	"ledger_amount" bigint,
	"provider_amount" bigint,
	"currency" text NOT NULL,
	"detected_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"reason" text,
	CONSTRAINT "settlement_discrepancies_kind" CHECK ("settlement_discrepancies"."kind" in ('missing_in_ledger', 'missing_at_provider', 'amount', 'fee', 'currency', 'doubled', 'total', 'changed', 'charged_back', 'lost')),
	CONSTRAINT "settlement_discrepancies_state" CHECK ("settlement_discrepancies"."state" in ('open', 'acknowledged', 'gone')),
	CONSTRAINT "settlement_discrepancies_ended" CHECK (("settlement_discrepancies"."state" = 'open') = ("settlement_discrepancies"."ended_at" is null)),
	CONSTRAINT "settlement_discrepancies_acknowledged" CHECK (("settlement_discrepancies"."state" = 'acknowledged') = ("settlement_discrepancies"."ended_by" is not null and "settlement_discrepancies"."reason" is not null))
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
	CONSTRAINT "settlement_lines_posted" CHECK ("settlement_lines"."booked" is null or "settlement_lines"."transaction_id" is not null)
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
CREATE TABLE "order_limits" (
	"bucket" text PRIMARY KEY NOT NULL,
	"orders" integer NOT NULL,
	"max_orders" integer NOT NULL,
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
	"message_by" text,
	"price" bigint NOT NULL,
	"payment" text DEFAULT 'awaiting' NOT NULL,
	"reason" text,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"pay_by" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivery_ref" text NOT NULL,
	"purchase_id" bigint,
	"due_at" timestamp with time zone,
	"looks" integer DEFAULT 0 NOT NULL,
	"waiting_for" text,
	"delivered_ref" text,
	CONSTRAINT "orders_code" UNIQUE("code"),
	CONSTRAINT "orders_purchase" UNIQUE("purchase_id"),
	CONSTRAINT "orders_ref" UNIQUE("shop_id","ref"),
	CONSTRAINT "orders_reference" UNIQUE("shop_id","reference"),
	CONSTRAINT "orders_waiting_for" CHECK ("orders"."waiting_for" in ('wallet', 'price', 'plan', 'account', 'later', 'payment')),
	CONSTRAINT "orders_payment" CHECK ("orders"."payment" in ('awaiting', 'received', 'rejected', 'expired', 'refunded')),
	CONSTRAINT "orders_message_by" CHECK ("orders"."message_by" in ('sms', 'whatsapp')),
	CONSTRAINT "orders_price" CHECK ("orders"."price" > 0),
	CONSTRAINT "orders_paid" CHECK (("orders"."payment" in ('received', 'refunded')) = ("orders"."paid_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "shop_images" (
	"shop_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_images_shop_id_hash_pk" PRIMARY KEY("shop_id","hash")
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
	"host" text,
	"name" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"phone" text,
	"whatsapp" text,
	"hue" integer NOT NULL,
	"logo" text,
	"state" text NOT NULL,
	"closed_by" text,
	"payments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"payment_methods_changed_at" timestamp with time zone,
	"payment_window_minutes" integer DEFAULT 120 NOT NULL,
	"refunds_in_outage" boolean DEFAULT false NOT NULL,
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
	CONSTRAINT "shops_payment_window" CHECK ("shops"."payment_window_minutes" between 5 and 10080),
	CONSTRAINT "shops_rounding" CHECK ("shops"."rounding" > 0)
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" bigint PRIMARY KEY NOT NULL,
	"role_id" bigint NOT NULL,
	"granted_by" bigint,
	"granted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "staff_not_self_granted" CHECK ("staff"."granted_by" <> "staff"."id")
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
CREATE TABLE "plan_routings" (
	"plan_id" integer PRIMARY KEY NOT NULL,
	"routing" text,
	"first_supplier_id" integer,
	CONSTRAINT "plan_routings_one" CHECK (num_nonnulls("plan_routings"."routing", "plan_routings"."first_supplier_id") = 1),
	CONSTRAINT "plan_routings_rule" CHECK ("plan_routings"."routing" in ('cost', 'rank'))
);
--> statement-breakpoint
CREATE TABLE "routes" (
	"supplier_id" integer NOT NULL,
	"supplier_plan_id" integer NOT NULL,
	"network_id" integer NOT NULL,
	"network_name" text NOT NULL,
	"type_name" text NOT NULL,
	"size" text NOT NULL,
	"volume" text NOT NULL,
	"validity" text NOT NULL,
	"cost" bigint,
	"amounts" jsonb,
	"active" boolean NOT NULL,
	"delisted_at" timestamp with time zone,
	"plan_id" integer,
	"matched_by" text,
	"confirmed_cost" bigint,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"matched_texts" text,
	"closed_for" text,
	"open" boolean GENERATED ALWAYS AS (plan_id is not null and active and delisted_at is null and cost is not null and confirmed_cost is not null
          and cost * 5 between confirmed_cost * 4 and confirmed_cost * 6) STORED NOT NULL,
	"ignored" boolean DEFAULT false NOT NULL,
	CONSTRAINT "routes_supplier_id_supplier_plan_id_pk" PRIMARY KEY("supplier_id","supplier_plan_id"),
	CONSTRAINT "routes_closed_for" CHECK ("routes"."closed_for" in ('plan', 'charged'))
);
--> statement-breakpoint
CREATE TABLE "supplier_sending" (
	"supplier_id" integer PRIMARY KEY NOT NULL,
	"next_slot_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stopped" boolean DEFAULT false NOT NULL,
	"stop_reason" text,
	"stopped_by" text,
	"stopped_at" timestamp with time zone,
	"probe_at" timestamp with time zone,
	"probe_delay_seconds" integer DEFAULT 0 NOT NULL,
	"backoff_seconds" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppliers" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "suppliers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 2 CACHE 1),
	"name" text NOT NULL,
	"dialect" text DEFAULT 'standard' NOT NULL,
	"base_url" text,
	"sealed_token" text,
	"account" text,
	"home" text,
	"level" text,
	"per_minute" integer,
	"timeout_ms" integer,
	"rank" integer DEFAULT 1 NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"matches_confirmed_at" timestamp with time zone,
	"low_balance" bigint DEFAULT 5000000 NOT NULL,
	"synced_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"failure" text,
	"scanned_until" timestamp with time zone DEFAULT now() NOT NULL,
	"poor_since" timestamp with time zone,
	"poor_reason" text,
	"judged_since" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppliers_name" UNIQUE("name"),
	CONSTRAINT "suppliers_account" UNIQUE("account"),
	CONSTRAINT "suppliers_complete" CHECK ("suppliers"."id" = 1 or ("suppliers"."base_url" is not null and "suppliers"."sealed_token" is not null and "suppliers"."level" is not null
        and "suppliers"."per_minute" is not null and "suppliers"."timeout_ms" is not null)),
	CONSTRAINT "suppliers_level" CHECK ("suppliers"."level" in ('smart_earner', 'affiliate', 'top_user', 'api')),
	CONSTRAINT "suppliers_bounds" CHECK ("suppliers"."per_minute" between 1 and 100000 and "suppliers"."timeout_ms" between 100 and 600000
        and "suppliers"."rank" between 1 and 1000)
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
	"state" text,
	"ending" text NOT NULL,
	"ends_at" timestamp with time zone,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "test_purchases_ident" UNIQUE("ident"),
	CONSTRAINT "test_purchases_ref" UNIQUE("reseller_id","ref")
);
--> statement-breakpoint
CREATE TABLE "test_wallets" (
	"reseller_id" bigint PRIMARY KEY NOT NULL,
	"balance" bigint DEFAULT 10000000 NOT NULL,
	"placed_on" date,
	"placed" integer DEFAULT 0 NOT NULL,
	"rejected_refs" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "test_wallets_balance" CHECK ("test_wallets"."balance" >= 0)
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "abandoned_calls" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "abandoned_calls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token_id" bigint NOT NULL,
	"request" text NOT NULL,
	"ref" text NOT NULL,
	"left_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "tokens" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"hint" text NOT NULL,
	"test" boolean NOT NULL,
	"ips" text[] DEFAULT '{}' NOT NULL,
	"origins" text[] DEFAULT '{}' NOT NULL,
	"daily_limit" bigint,
	"purchase_limit" bigint,
	"network_ids" integer[],
	"numbers" text[],
	"created_by" text NOT NULL,
	"awaits_reseller" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	"used_address" text,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "tokens_hash" UNIQUE("hash"),
	CONSTRAINT "tokens_spending_limits" CHECK ("tokens"."daily_limit" > 0 and "tokens"."purchase_limit" > 0),
	CONSTRAINT "tokens_test_unlimited" CHECK (not "tokens"."test"
        or num_nonnulls("tokens"."daily_limit", "tokens"."purchase_limit", "tokens"."network_ids", "tokens"."numbers") = 0)
);
--> statement-breakpoint
CREATE TABLE "level_upgrades" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "level_upgrades_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"ref" text NOT NULL,
	"from_level" text NOT NULL,
	"to_level" text NOT NULL,
	"volume" bigint NOT NULL,
	"saving" bigint NOT NULL,
	"price" bigint,
	"state" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"journal_id" bigint,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	CONSTRAINT "level_upgrades_journal" UNIQUE("journal_id"),
	CONSTRAINT "level_upgrades_ref" UNIQUE("reseller_id","ref"),
	CONSTRAINT "level_upgrades_state" CHECK ("level_upgrades"."state" in ('pending', 'approved', 'rejected', 'ended')),
	CONSTRAINT "level_upgrades_levels" CHECK ("level_upgrades"."from_level" <> "level_upgrades"."to_level"),
	CONSTRAINT "level_upgrades_price" CHECK ("level_upgrades"."price" > 0),
	CONSTRAINT "level_upgrades_charged" CHECK (("level_upgrades"."price" is null) = ("level_upgrades"."journal_id" is null)),
	CONSTRAINT "level_upgrades_paid" CHECK ("level_upgrades"."price" is null or "level_upgrades"."state" = 'approved'),
	CONSTRAINT "level_upgrades_decided" CHECK (("level_upgrades"."state" = 'pending') = ("level_upgrades"."decided_at" is null)),
	CONSTRAINT "level_upgrades_reason" CHECK ("level_upgrades"."state" <> 'rejected' or "level_upgrades"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "upgrade_offers" (
	"level" text PRIMARY KEY NOT NULL,
	"open" boolean DEFAULT false NOT NULL,
	"price" bigint,
	"volume" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "upgrade_offers_level" CHECK ("upgrade_offers"."level" in ('affiliate', 'top_user', 'api')),
	CONSTRAINT "upgrade_offers_price" CHECK ("upgrade_offers"."price" > 0),
	CONSTRAINT "upgrade_offers_volume" CHECK ("upgrade_offers"."volume" > 0)
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"reseller_id" bigint PRIMARY KEY NOT NULL,
	"wallet" bigint DEFAULT 0 NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	"sales" bigint DEFAULT 0 NOT NULL,
	"funding" bigint DEFAULT 0 NOT NULL,
	"advanced" bigint DEFAULT 0 NOT NULL,
	"floor" bigint DEFAULT 0 NOT NULL,
	"low_balance_threshold" bigint,
	"spent_day" text DEFAULT '' NOT NULL,
	"spent" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "wallets_floor" CHECK ("wallets"."wallet" >= "wallets"."floor" and "wallets"."floor" <= 0),
	CONSTRAINT "wallets_held" CHECK ("wallets"."held" >= 0),
	CONSTRAINT "wallets_advanced" CHECK ("wallets"."advanced" <= 0),
	CONSTRAINT "wallets_balanced" CHECK ("wallets"."wallet" + "wallets"."held" + "wallets"."sales" + "wallets"."funding" + "wallets"."advanced" = 0)
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_endpoints_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"url" text NOT NULL,
	"test" boolean DEFAULT false NOT NULL,
	"sealed_secret" text NOT NULL,
	"events" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rotated_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"gone_at" timestamp with time zone,
	"manual_send_count" integer DEFAULT 0 NOT NULL,
	"manual_send_count_until" timestamp with time zone DEFAULT now() NOT NULL,
	"failing_since" timestamp with time zone,
	"paused_until" timestamp with time zone,
	"slow" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_previous_secrets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_previous_secrets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_id" bigint NOT NULL,
	"sealed_secret" text NOT NULL,
	"replaced_at" timestamp with time zone DEFAULT now() NOT NULL,
	"valid_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_resends" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_resends_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_id" bigint NOT NULL,
	"key" text NOT NULL,
	"delivery_ids" bigint[] NOT NULL,
	"queued" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "webhook_resends_key" UNIQUE("endpoint_id","key"),
	CONSTRAINT "webhook_resends_queued" CHECK ("webhook_resends"."queued" between 0 and cardinality("webhook_resends"."delivery_ids"))
);
--> statement-breakpoint
ALTER TABLE "backup_codes" ADD CONSTRAINT "backup_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD CONSTRAINT "pending_sign_ins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_pins" ADD CONSTRAINT "transaction_pins_reseller_id_resellers_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_devices" ADD CONSTRAINT "trusted_devices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reseller_notes" ADD CONSTRAINT "reseller_notes_reseller_id_resellers_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."resellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resellers" ADD CONSTRAINT "resellers_id_accounts_id_fk" FOREIGN KEY ("id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_reseller_id_resellers_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."resellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_rows" ADD CONSTRAINT "batch_rows_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_rows" ADD CONSTRAINT "batch_rows_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_helper" FOREIGN KEY ("helper_id","reseller_id") REFERENCES "public"."helpers"("id","reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_types" ADD CONSTRAINT "plan_types_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_payments" ADD CONSTRAINT "credit_payments_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_payments" ADD CONSTRAINT "credit_payments_sale_id_credit_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."credit_sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_sales" ADD CONSTRAINT "credit_sales_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_sales" ADD CONSTRAINT "credit_sales_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_imports" ADD CONSTRAINT "customer_imports_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_issue_messages" ADD CONSTRAINT "delivery_issue_messages_delivery_issue_id_delivery_issues_id_fk" FOREIGN KEY ("delivery_issue_id") REFERENCES "public"."delivery_issues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_issue_messages" ADD CONSTRAINT "delivery_issue_messages_admin_id_accounts_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_issues" ADD CONSTRAINT "delivery_issues_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_issues" ADD CONSTRAINT "delivery_issues_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_images" ADD CONSTRAINT "funding_images_request_id_funding_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."funding_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_requests" ADD CONSTRAINT "funding_requests_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_requests" ADD CONSTRAINT "funding_requests_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helpers" ADD CONSTRAINT "helpers_id_accounts_id_fk" FOREIGN KEY ("id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helpers" ADD CONSTRAINT "helpers_reseller_id_resellers_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."resellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_journal_of_reseller" FOREIGN KEY ("reseller_id","journal_id") REFERENCES "public"."journals"("reseller_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_reverses_id_journals_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_messages" ADD CONSTRAINT "customer_messages_recipient_id_message_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."message_recipients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_messages" ADD CONSTRAINT "customer_messages_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_messages" ADD CONSTRAINT "shop_messages_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outages" ADD CONSTRAINT "outages_supplier" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paused_plans" ADD CONSTRAINT "paused_plans_plan" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dedicated_accounts" ADD CONSTRAINT "dedicated_accounts_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_entries" ADD CONSTRAINT "operator_entries_transaction_id_provider_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."provider_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_entries" ADD CONSTRAINT "operator_entries_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_transaction_id_provider_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."provider_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_transaction_id_provider_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."provider_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_keys_id_provider_keys_id_fk" FOREIGN KEY ("keys_id") REFERENCES "public"."provider_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_keys" ADD CONSTRAINT "provider_keys_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_part_of_provider_transactions_id_fk" FOREIGN KEY ("part_of") REFERENCES "public"."provider_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_keys_id_provider_keys_id_fk" FOREIGN KEY ("keys_id") REFERENCES "public"."provider_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_account_id_dedicated_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."dedicated_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_webhooks" ADD CONSTRAINT "provider_webhooks_keys_id_provider_keys_id_fk" FOREIGN KEY ("keys_id") REFERENCES "public"."provider_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_rule_changes" ADD CONSTRAINT "price_rule_changes_undoes" FOREIGN KEY ("undoes") REFERENCES "public"."price_rule_changes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_helper" FOREIGN KEY ("helper_id","reseller_id") REFERENCES "public"."helpers"("id","reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reported_sales" ADD CONSTRAINT "reported_sales_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_reseller_id_accounts_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_requested_by_accounts_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_ended_by_accounts_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_checkpoints" ADD CONSTRAINT "chain_checkpoints_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_cuts" ADD CONSTRAINT "chain_cuts_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discrepancies" ADD CONSTRAINT "discrepancies_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upstream_adjustments" ADD CONSTRAINT "upstream_adjustments_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_codes" ADD CONSTRAINT "referral_codes_reseller_id_resellers_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."resellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_referral_id_referrals_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."referrals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_funding_id_journals_id_fk" FOREIGN KEY ("funding_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_reversal_journal_id_journals_id_fk" FOREIGN KEY ("reversal_journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referrer_id_wallets_reseller_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referred_id_wallets_reseller_id_fk" FOREIGN KEY ("referred_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_plans" ADD CONSTRAINT "report_plans_day_report_days_day_fk" FOREIGN KEY ("day") REFERENCES "public"."report_days"("day") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_resellers" ADD CONSTRAINT "report_resellers_day_report_days_day_fk" FOREIGN KEY ("day") REFERENCES "public"."report_days"("day") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_shops" ADD CONSTRAINT "report_shops_day_report_shop_days_day_fk" FOREIGN KEY ("day") REFERENCES "public"."report_shop_days"("day") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_assignments" ADD CONSTRAINT "review_assignments_admin_id_accounts_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD CONSTRAINT "saved_replies_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_occurrences" ADD CONSTRAINT "schedule_occurrences_schedule_id_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_occurrences" ADD CONSTRAINT "schedule_occurrences_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_discrepancies" ADD CONSTRAINT "settlement_discrepancies_line_id_settlement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."settlement_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_discrepancies" ADD CONSTRAINT "settlement_discrepancies_transaction_id_provider_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."provider_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_transaction_id_provider_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."provider_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_domains" ADD CONSTRAINT "shop_domains_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_images" ADD CONSTRAINT "shop_images_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_plans" ADD CONSTRAINT "shop_plans_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_rules" ADD CONSTRAINT "shop_rules_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_slugs" ADD CONSTRAINT "shop_slugs_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shops" ADD CONSTRAINT "shops_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_id_accounts_id_fk" FOREIGN KEY ("id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_role_id_staff_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."staff_roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_granted_by_accounts_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_routings" ADD CONSTRAINT "plan_routings_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_routings" ADD CONSTRAINT "plan_routings_first_supplier_id_suppliers_id_fk" FOREIGN KEY ("first_supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "routes" ADD CONSTRAINT "routes_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "routes" ADD CONSTRAINT "routes_plan_id" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_sending" ADD CONSTRAINT "supplier_sending_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_purchases" ADD CONSTRAINT "test_purchases_reseller_id_accounts_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_wallets" ADD CONSTRAINT "test_wallets_reseller_id_accounts_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_reseller_id_accounts_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "level_upgrades" ADD CONSTRAINT "level_upgrades_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "level_upgrades" ADD CONSTRAINT "level_upgrades_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_reseller_id_accounts_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_reseller_id_accounts_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_previous_secrets" ADD CONSTRAINT "webhook_previous_secrets_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_resends" ADD CONSTRAINT "webhook_resends_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_account" ON "passkeys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_account" ON "pending_sign_ins" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_expires" ON "pending_sign_ins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "trusted_devices_account" ON "trusted_devices" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email" ON "accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "password_links_account" ON "password_links" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "password_links_open_one" ON "password_links" USING btree ("account_id","by_email") WHERE "password_links"."used_at" is null and "password_links"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "reseller_notes_reseller" ON "reseller_notes" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "sign_ups_pending" ON "sign_ups" USING btree ("id") WHERE "sign_ups"."state" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("kind") WHERE "alerts"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_resolved" ON "alerts" USING btree ("kind","resolved_at") WHERE "alerts"."resolved_at" is not null;--> statement-breakpoint
CREATE INDEX "announcements_ends" ON "announcements" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_requests_request_id" ON "api_requests" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "api_requests_failed" ON "api_requests" USING btree ("reseller_id","id") WHERE "api_requests"."status" >= 400;--> statement-breakpoint
CREATE INDEX "api_requests_ref" ON "api_requests" USING btree ("reseller_id","ref","id") WHERE "api_requests"."ref" is not null;--> statement-breakpoint
CREATE INDEX "api_requests_at" ON "api_requests" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject","subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_reseller" ON "audit" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "audit_reseller_account" ON "audit" USING btree ("reseller_id","id") WHERE "audit"."subject" <> 'purchase';--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor","id");--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_admins" ON "audit" USING btree ("id") WHERE "audit"."actor" like 'admin:%';--> statement-breakpoint
CREATE INDEX "batch_rows_batch" ON "batch_rows" USING btree ("batch_id","id");--> statement-breakpoint
CREATE INDEX "batches_reseller" ON "batches" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "batches_open" ON "batches" USING btree ("id") WHERE "batches"."state" <> 'draft' and "batches"."done_at" is null;--> statement-breakpoint
CREATE INDEX "batches_next" ON "batches" USING btree ("reseller_id","due_at","id") WHERE "batches"."state" <> 'draft' and "batches"."done_at" is null
          and ("batches"."pause" is null or "batches"."pause" in ('money', 'limit', 'room', 'service'));--> statement-breakpoint
CREATE INDEX "plan_changes_plan" ON "plan_changes" USING btree ("plan_id","id");--> statement-breakpoint
CREATE INDEX "credit_payments_sale" ON "credit_payments" USING btree ("sale_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_sales_purchase" ON "credit_sales" USING btree ("purchase_id") WHERE "credit_sales"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "credit_sales_reseller" ON "credit_sales" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "credit_sales_phone" ON "credit_sales" USING btree ("phone","reseller_id","id");--> statement-breakpoint
CREATE INDEX "credit_sales_owed" ON "credit_sales" USING btree ("reseller_id","phone","due_on") WHERE "credit_sales"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "credit_sales_ended" ON "credit_sales" USING btree ("ended_at") WHERE "credit_sales"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "customer_imports_created" ON "customer_imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "customers_reseller" ON "customers" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "complaints_order" ON "complaints" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "complaints_open" ON "complaints" USING btree ("reseller_id") WHERE "complaints"."answered_at" is null and "complaints"."escalated_at" is null;--> statement-breakpoint
CREATE INDEX "complaints_escalated" ON "complaints" USING btree ("reseller_id") WHERE "complaints"."answered_at" is null and "complaints"."escalated_at" is not null;--> statement-breakpoint
CREATE INDEX "complaints_to_erase" ON "complaints" USING btree ("made_at") WHERE "complaints"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "delivery_issue_messages_issue" ON "delivery_issue_messages" USING btree ("delivery_issue_id","id");--> statement-breakpoint
CREATE INDEX "delivery_issue_messages_to_erase" ON "delivery_issue_messages" USING btree ("at") WHERE "delivery_issue_messages"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "delivery_issues_reseller" ON "delivery_issues" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "delivery_issues_due" ON "delivery_issues" USING btree ("due");--> statement-breakpoint
CREATE INDEX "delivery_issues_open" ON "delivery_issues" USING btree ("answer_by") WHERE "delivery_issues"."state" <> 'closed';--> statement-breakpoint
CREATE INDEX "deliveries_waiting" ON "deliveries" USING btree ("channel","target","next_at","id") WHERE "deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "deliveries_claimed" ON "deliveries" USING btree ("channel","target") WHERE "deliveries"."claimed_until" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_target" ON "deliveries" USING btree ("channel","target","id");--> statement-breakpoint
CREATE INDEX "deliveries_failed" ON "deliveries" USING btree ("channel","target","id") WHERE "deliveries"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "deliveries_rare_webhooks" ON "deliveries" USING btree ("target","type","id") WHERE "deliveries"."channel" = 'webhooks' and "deliveries"."type" not in ('purchase.successful', 'purchase.failed');--> statement-breakpoint
CREATE INDEX "deliveries_webhook_times" ON "deliveries" USING btree ("target","created_at") WHERE "deliveries"."channel" = 'webhooks';--> statement-breakpoint
CREATE INDEX "deliveries_subject" ON "deliveries" USING btree ("subject") WHERE "deliveries"."channel" in ('webhooks', 'alerts');--> statement-breakpoint
CREATE INDEX "deliveries_mail_account" ON "deliveries" USING btree ("account_id","id") WHERE "deliveries"."channel" = 'mail';--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_alert_once" ON "deliveries" USING btree ("target","subject","type") WHERE "deliveries"."channel" = 'alerts';--> statement-breakpoint
CREATE INDEX "deliveries_done" ON "deliveries" USING btree ("channel","done_at") WHERE "deliveries"."done_at" is not null;--> statement-breakpoint
CREATE INDEX "delivery_attempts_delivery" ON "delivery_attempts" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE INDEX "funding_requests_reseller" ON "funding_requests" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "funding_requests_pending" ON "funding_requests" USING btree ("id") WHERE "funding_requests"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "funding_requests_bank" ON "funding_requests" USING btree (lower("bank_reference"));--> statement-breakpoint
CREATE INDEX "helpers_reseller" ON "helpers" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "lane_failures_failed" ON "lane_failures" USING btree ("failed_at");--> statement-breakpoint
CREATE INDEX "entries_journal" ON "entries" USING btree ("journal_id");--> statement-breakpoint
CREATE INDEX "journals_reseller_at" ON "journals" USING btree ("reseller_id","at");--> statement-breakpoint
CREATE INDEX "journals_at" ON "journals" USING brin ("at") WITH (autosummarize=true);--> statement-breakpoint
CREATE INDEX "journals_rare" ON "journals" USING btree ("reseller_id","kind","id") WHERE "journals"."kind" not in ('hold', 'settle', 'release');--> statement-breakpoint
CREATE INDEX "journals_all_by_hand" ON "journals" USING btree ("id") WHERE "journals"."kind" in ('credit', 'debit', 'claw_back', 'correction');--> statement-breakpoint
CREATE UNIQUE INDEX "journals_purchase" ON "journals" USING btree ("purchase_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "journals_refunded_once" ON "journals" USING btree ("purchase_id") WHERE "journals"."kind" in ('release', 'advance');--> statement-breakpoint
CREATE UNIQUE INDEX "journals_ref" ON "journals" USING btree ("ref") WHERE "journals"."ref" is not null;--> statement-breakpoint
CREATE INDEX "maintenance_runs_latest" ON "maintenance_runs" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "customer_messages_reseller" ON "customer_messages" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "customer_messages_recipient" ON "customer_messages" USING btree ("recipient_id","accepted_at");--> statement-breakpoint
CREATE INDEX "customer_messages_created" ON "customer_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "customer_messages_provider_ref" ON "customer_messages" USING btree ("provider_ref") WHERE "customer_messages"."provider_ref" is not null;--> statement-breakpoint
CREATE INDEX "message_recipients_agreed" ON "message_recipients" USING btree ("agreed_at");--> statement-breakpoint
CREATE INDEX "notifications_account" ON "notifications" USING btree ("account_id","id") WHERE "notifications"."shown";--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("account_id") WHERE "notifications"."shown" and "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_undelivered" ON "notifications" USING btree ("account_id","id") WHERE "notifications"."delivered_at" is null;--> statement-breakpoint
CREATE INDEX "push_devices_account" ON "push_devices" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "outages_open" ON "outages" USING btree ("supplier_id","network_id","type_id") WHERE "outages"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "outages_ended_at" ON "outages" USING btree ("ended_at") WHERE "outages"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "dedicated_accounts_due" ON "dedicated_accounts" USING btree ("next_check_at") WHERE "dedicated_accounts"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_disputes_open" ON "payment_disputes" USING btree ("due_at") WHERE "payment_disputes"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_one" ON "payment_refunds" USING btree ("transaction_id") WHERE "payment_refunds"."state" <> 'failed';--> statement-breakpoint
CREATE INDEX "payment_refunds_transaction" ON "payment_refunds" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "payment_refunds_due" ON "payment_refunds" USING btree ("next_attempt_at") WHERE "payment_refunds"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_reseller" ON "payments" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_order_paid" ON "payments" USING btree ("order_id") WHERE "payments"."order_id" is not null and "payments"."state" = 'paid';--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id","id") WHERE "payments"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("next_check_at") WHERE "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_next" ON "payments" USING btree ("provider","next_check_at","id") WHERE "payments"."keys_id" is null and "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_reseller_next" ON "payments" USING btree ("keys_id","next_check_at","id") WHERE "payments"."keys_id" is not null and "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "provider_keys_one" ON "provider_keys" USING btree ("reseller_id","provider") WHERE "provider_keys"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "provider_keys_address" ON "provider_keys" USING btree ("address");--> statement-breakpoint
CREATE INDEX "provider_keys_to_erase" ON "provider_keys" USING btree ("removed_at") WHERE "provider_keys"."removed_at" is not null and "provider_keys"."sealed" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "provider_transactions_credited_once" ON "provider_transactions" USING btree ("payment_id") WHERE "provider_transactions"."state" = 'credited';--> statement-breakpoint
CREATE INDEX "provider_transactions_payment" ON "provider_transactions" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "provider_transactions_raw" ON "provider_transactions" USING btree ("seen_at") WHERE "provider_transactions"."raw" <> '';--> statement-breakpoint
CREATE INDEX "provider_transactions_unmatched" ON "provider_transactions" USING btree ("keys_id","id") WHERE "provider_transactions"."state" = 'unmatched';--> statement-breakpoint
CREATE INDEX "provider_transactions_suspense" ON "provider_transactions" USING btree ("id") WHERE "provider_transactions"."state" = 'suspense';--> statement-breakpoint
CREATE INDEX "provider_transactions_reference" ON "provider_transactions" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "provider_transactions_next" ON "provider_transactions" USING btree ("provider","next_check_at","id") WHERE "provider_transactions"."keys_id" is null and "provider_transactions"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "provider_transactions_account" ON "provider_transactions" USING btree ("account_id","id") WHERE "provider_transactions"."account_id" is not null;--> statement-breakpoint
CREATE INDEX "provider_transactions_reversed" ON "provider_transactions" USING btree ("id") WHERE "provider_transactions"."reversed_at" is not null;--> statement-breakpoint
CREATE INDEX "provider_transactions_parts" ON "provider_transactions" USING btree ("part_of") WHERE "provider_transactions"."part_of" is not null;--> statement-breakpoint
CREATE INDEX "provider_webhooks_body" ON "provider_webhooks" USING btree ("received_at") WHERE "provider_webhooks"."body" <> '';--> statement-breakpoint
CREATE INDEX "provider_webhooks_reseller" ON "provider_webhooks" USING btree ("keys_id","received_at") WHERE "provider_webhooks"."keys_id" is not null;--> statement-breakpoint
CREATE INDEX "provider_webhooks_due" ON "provider_webhooks" USING btree ("next_attempt_at") WHERE "provider_webhooks"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "provider_webhooks_next" ON "provider_webhooks" USING btree ("provider","next_attempt_at","id") WHERE "provider_webhooks"."keys_id" is null and "provider_webhooks"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "provider_webhooks_reseller_next" ON "provider_webhooks" USING btree ("keys_id","next_attempt_at","id") WHERE "provider_webhooks"."keys_id" is not null and "provider_webhooks"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "plan_prices_plan" ON "plan_prices" USING btree ("plan_id","id");--> statement-breakpoint
CREATE INDEX "attempts_purchase" ON "attempts" USING btree ("purchase_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_sent_once" ON "attempts" USING btree ("purchase_id") WHERE "attempts"."result" is null or "attempts"."result" not in ('unsent', 'throttled', 'rejected');--> statement-breakpoint
CREATE INDEX "attempts_open" ON "attempts" USING btree ("worker") WHERE "attempts"."result" is null;--> statement-breakpoint
CREATE INDEX "attempts_claimed" ON "attempts" USING btree ("claimed_at");--> statement-breakpoint
CREATE INDEX "attempts_unconfirmed" ON "attempts" USING btree ("claimed_at") WHERE "attempts"."result" = 'unconfirmed';--> statement-breakpoint
CREATE INDEX "attempts_supplier" ON "attempts" USING btree ("supplier_id","claimed_at");--> statement-breakpoint
CREATE INDEX "attempts_repriced" ON "attempts" USING btree ("purchase_id") WHERE "attempts"."amount" <> "attempts"."cost";--> statement-breakpoint
CREATE INDEX "attempts_upstream_id" ON "attempts" USING btree ("upstream_id") WHERE "attempts"."upstream_id" is not null;--> statement-breakpoint
CREATE INDEX "attempts_upstream_ident" ON "attempts" USING btree ("upstream_ident") WHERE "attempts"."upstream_ident" is not null;--> statement-breakpoint
CREATE INDEX "purchases_helper_placed" ON "purchases" USING btree ("helper_id","placed_at") WHERE "purchases"."helper_id" is not null;--> statement-breakpoint
CREATE INDEX "purchases_helper_id" ON "purchases" USING btree ("helper_id","id") WHERE "purchases"."helper_id" is not null;--> statement-breakpoint
CREATE INDEX "purchases_reseller" ON "purchases" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "purchases_reseller_placed" ON "purchases" USING btree ("reseller_id","placed_at");--> statement-breakpoint
CREATE INDEX "purchases_placed" ON "purchases" USING btree ("placed_at");--> statement-breakpoint
CREATE INDEX "purchases_phone_reseller" ON "purchases" USING btree ("phone","reseller_id","id");--> statement-breakpoint
CREATE INDEX "purchases_phone_end" ON "purchases" USING btree (right("phone", 4),"reseller_id","id");--> statement-breakpoint
CREATE INDEX "purchases_price" ON "purchases" USING btree ("price","reseller_id","id");--> statement-breakpoint
CREATE INDEX "purchases_open" ON "purchases" USING btree ("state","id") WHERE "purchases"."state" in ('queued', 'sending', 'unconfirmed');--> statement-breakpoint
CREATE INDEX "purchases_queued" ON "purchases" USING btree ("reseller_id","channel","paused","id") WHERE "purchases"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "purchases_token_placed" ON "purchases" USING btree ("token_id","placed_at") WHERE "purchases"."token_id" is not null;--> statement-breakpoint
CREATE INDEX "purchases_plan" ON "purchases" USING btree ("plan_id","id");--> statement-breakpoint
CREATE INDEX "purchases_network" ON "purchases" USING btree ("network_id","id");--> statement-breakpoint
CREATE INDEX "purchases_failed" ON "purchases" USING btree ("id","network_id","plan_id") WHERE "purchases"."ending" = 'failed';--> statement-breakpoint
CREATE INDEX "purchases_cancelled" ON "purchases" USING btree ("id","network_id","plan_id") WHERE "purchases"."ending" = 'cancelled';--> statement-breakpoint
CREATE INDEX "purchases_failed_reseller" ON "purchases" USING btree ("reseller_id","id","network_id","plan_id") WHERE "purchases"."state" in ('failed', 'reversed');--> statement-breakpoint
CREATE INDEX "purchases_reversed" ON "purchases" USING btree ("id") WHERE "purchases"."state" = 'reversed';--> statement-breakpoint
CREATE INDEX "purchases_reversed_at_placed" ON "purchases" USING btree ("placed_at","reversed_at") WHERE "purchases"."reversed_at" is not null;--> statement-breakpoint
CREATE INDEX "purchases_shop_settled" ON "purchases" USING btree ("reseller_id","settled_at") WHERE "purchases"."channel" = 'shop' and "purchases"."state" = 'successful';--> statement-breakpoint
CREATE INDEX "purchases_shop_reversed" ON "purchases" USING btree ("settled_at","reversed_at") WHERE "purchases"."channel" = 'shop' and "purchases"."reversed_at" is not null;--> statement-breakpoint
CREATE INDEX "purchases_advanced" ON "purchases" USING btree ("reseller_id","id") WHERE "purchases"."advance" in ('open', 'awaiting_consent');--> statement-breakpoint
CREATE INDEX "purchases_batch" ON "purchases" USING btree ("batch_id","id") WHERE "purchases"."batch_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "approval_requests_open" ON "approval_requests" USING btree ("purchase_id") WHERE "approval_requests"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "approval_requests_open_subject" ON "approval_requests" USING btree ("kind","about") WHERE "approval_requests"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "chain_checkpoints_at" ON "chain_checkpoints" USING btree ("at");--> statement-breakpoint
CREATE INDEX "discrepancies_open" ON "discrepancies" USING btree ("id") WHERE "discrepancies"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "single_admin_moves_day" ON "single_admin_moves" USING btree ("admin_id","at");--> statement-breakpoint
CREATE INDEX "upstream_adjustments_latest" ON "upstream_adjustments" USING btree ("latest");--> statement-breakpoint
CREATE INDEX "referral_rewards_referral" ON "referral_rewards" USING btree ("referral_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "referral_rewards_once" ON "referral_rewards" USING btree ("referral_id","period") WHERE "referral_rewards"."state" in ('pending', 'paid');--> statement-breakpoint
CREATE INDEX "referral_rewards_due" ON "referral_rewards" USING btree ("due_at") WHERE "referral_rewards"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "referrals_referrer" ON "referrals" USING btree ("referrer_id","id");--> statement-breakpoint
CREATE INDEX "referrals_open" ON "referrals" USING btree ("id") WHERE "referrals"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "report_resellers_day" ON "report_resellers" USING btree ("day");--> statement-breakpoint
CREATE INDEX "report_shops_day" ON "report_shops" USING btree ("day");--> statement-breakpoint
CREATE INDEX "review_assignments_old" ON "review_assignments" USING btree ("assigned_at");--> statement-breakpoint
CREATE INDEX "saved_views_list" ON "saved_views" USING btree ("list");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_private" ON "saved_views" USING btree ("owner_id","list",lower("name")) WHERE not "saved_views"."shared";--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_shared" ON "saved_views" USING btree ("list",lower("name")) WHERE "saved_views"."shared";--> statement-breakpoint
CREATE INDEX "schedules_reseller" ON "schedules" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("next_at") WHERE "schedules"."state" = 'active';--> statement-breakpoint
CREATE INDEX "schedules_next" ON "schedules" USING btree ("reseller_id","next_at","id") WHERE "schedules"."state" = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_discrepancies_line" ON "settlement_discrepancies" USING btree ("line_id","kind") WHERE "settlement_discrepancies"."line_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_discrepancies_missing_at_provider" ON "settlement_discrepancies" USING btree ("transaction_id") WHERE "settlement_discrepancies"."kind" = 'missing_at_provider';--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_discrepancies_transaction" ON "settlement_discrepancies" USING btree ("transaction_id","kind") WHERE "settlement_discrepancies"."kind" in ('changed', 'charged_back', 'lost');--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_discrepancies_total" ON "settlement_discrepancies" USING btree ("provider","settlement") WHERE "settlement_discrepancies"."kind" = 'total';--> statement-breakpoint
CREATE INDEX "settlement_discrepancies_open" ON "settlement_discrepancies" USING btree ("id") WHERE "settlement_discrepancies"."state" = 'open';--> statement-breakpoint
CREATE INDEX "settlement_lines_unmatched" ON "settlement_lines" USING btree ("settlement_id") WHERE "settlement_lines"."transaction_id" is null;--> statement-breakpoint
CREATE INDEX "settlement_lines_transaction" ON "settlement_lines" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_lines_posted_once" ON "settlement_lines" USING btree ("transaction_id") WHERE "settlement_lines"."booked" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "shop_domains_verified" ON "shop_domains" USING btree ("domain") WHERE "shop_domains"."state" = 'verified';--> statement-breakpoint
CREATE INDEX "shop_domains_domain" ON "shop_domains" USING btree ("domain");--> statement-breakpoint
CREATE INDEX "shop_domains_due" ON "shop_domains" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "orders_by_reference" ON "orders" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "orders_reseller" ON "orders" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "orders_reseller_paid" ON "orders" USING btree ("reseller_id","paid_at");--> statement-breakpoint
CREATE INDEX "orders_undelivered" ON "orders" USING btree ("reseller_id","id") WHERE "orders"."payment" = 'awaiting' or "orders"."payment" = 'received' and ("orders"."delivered_ref" = "orders"."delivery_ref") is not true;--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("due_at") WHERE "orders"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_next" ON "orders" USING btree ("reseller_id","due_at","id") WHERE "orders"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_waiting_for_wallet" ON "orders" USING btree ("reseller_id") WHERE "orders"."waiting_for" = 'wallet';--> statement-breakpoint
CREATE INDEX "orders_new" ON "orders" USING btree ("reseller_id") WHERE "orders"."payment" = 'awaiting';--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("pay_by") WHERE "orders"."payment" = 'awaiting';--> statement-breakpoint
CREATE INDEX "orders_to_erase" ON "orders" USING btree ("changed_at") WHERE "orders"."payment" in ('rejected', 'expired') and "orders"."phone" is not null;--> statement-breakpoint
CREATE INDEX "shop_slugs_shop" ON "shop_slugs" USING btree ("shop_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_roles_name" ON "staff_roles" USING btree (lower("name")) WHERE "staff_roles"."removed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "routes_plan" ON "routes" USING btree ("plan_id","supplier_id") WHERE "routes"."plan_id" is not null;--> statement-breakpoint
CREATE INDEX "routes_open" ON "routes" USING btree ("supplier_id","plan_id") WHERE "routes"."open";--> statement-breakpoint
CREATE INDEX "test_purchases_open" ON "test_purchases" USING btree ("reseller_id","ends_at") WHERE "test_purchases"."state" <> "test_purchases"."ending";--> statement-breakpoint
CREATE INDEX "abandoned_calls_request" ON "abandoned_calls" USING btree ("token_id","request");--> statement-breakpoint
CREATE INDEX "tokens_reseller" ON "tokens" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "tokens_origins" ON "tokens" USING gin ("origins");--> statement-breakpoint
CREATE INDEX "level_upgrades_reseller" ON "level_upgrades" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "level_upgrades_pending_one" ON "level_upgrades" USING btree ("reseller_id") WHERE "level_upgrades"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "level_upgrades_pending" ON "level_upgrades" USING btree ("id") WHERE "level_upgrades"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_endpoints_reseller" ON "webhook_endpoints" USING btree ("reseller_id") WHERE "webhook_endpoints"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_previous_secrets_endpoint" ON "webhook_previous_secrets" USING btree ("endpoint_id","valid_until");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_resends_open" ON "webhook_resends" USING btree ("endpoint_id") WHERE "webhook_resends"."done_at" is null;