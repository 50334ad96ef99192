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
	CONSTRAINT "customer_messages_kind" CHECK ("customer_messages"."kind" in ('delivered', 'failed', 'reversed', 'refunded')),
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
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_messages_medium" CHECK ("shop_messages"."medium" in ('sms', 'whatsapp')),
	CONSTRAINT "shop_messages_price" CHECK ("shop_messages"."agreed_price" > 0)
);
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_channel";--> statement-breakpoint
ALTER TABLE "journals" DROP CONSTRAINT "journals_kind";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "message_by" text;--> statement-breakpoint
ALTER TABLE "customer_messages" ADD CONSTRAINT "customer_messages_recipient_id_message_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."message_recipients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_messages" ADD CONSTRAINT "customer_messages_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_messages" ADD CONSTRAINT "shop_messages_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_messages_reseller" ON "customer_messages" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "customer_messages_recipient" ON "customer_messages" USING btree ("recipient_id","accepted_at");--> statement-breakpoint
CREATE INDEX "customer_messages_created" ON "customer_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "customer_messages_provider_ref" ON "customer_messages" USING btree ("provider_ref") WHERE "customer_messages"."provider_ref" is not null;--> statement-breakpoint
CREATE INDEX "message_recipients_agreed" ON "message_recipients" USING btree ("agreed_at");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_channel" CHECK ("deliveries"."channel" in ('webhooks', 'mail', 'pushes', 'alerts', 'messages')) NOT VALID;--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_kind" CHECK ("journals"."kind" ~ '^(credit|debit|claw_back|payment|refund|charge_back|charge_back_won|hold|settle|release|reversal|correction|upgrade|referral|referral_reversal|message)$') NOT VALID;--> statement-breakpoint
INSERT INTO "message_settings" ("id") VALUES (1);
