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
ALTER TABLE "alert_posts" ADD CONSTRAINT "alert_posts_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_posts" ADD CONSTRAINT "alert_posts_receiver_id_alert_receivers_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."alert_receivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_posts_next" ON "alert_posts" USING btree ("next_at") WHERE "alert_posts"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "alert_posts_receiver" ON "alert_posts" USING btree ("receiver_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("kind") WHERE "alerts"."over_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_over" ON "alerts" USING btree ("kind","over_at") WHERE "alerts"."over_at" is not null;