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
CREATE INDEX "lane_failures_failed" ON "lane_failures" USING btree ("failed_at");
--> statement-breakpoint
CREATE TABLE "lane_turns" (
	"lane" text NOT NULL,
	"owner" bigint NOT NULL,
	"looked_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "lane_turns_lane_owner_pk" PRIMARY KEY("lane","owner")
);
--> statement-breakpoint
CREATE TABLE "reset_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reset_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD COLUMN "next_look_at" timestamp with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD COLUMN "looks" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "claimed_until" timestamp with time zone;
--> statement-breakpoint
-- A batch that may go on again, or was cancelled, is looked at now, whatever pause it had.
create function bulk_run_is_due() returns trigger language plpgsql as $$
begin
  new.next_look_at := now();
  new.looks := 0;
  return new;
end $$;
--> statement-breakpoint
create trigger bulk_runs_due before update of state, pause on bulk_runs for each row
  when (new.state <> old.state or new.pause is null and old.pause is not null)
  execute function bulk_run_is_due();
--> statement-breakpoint
-- The end of a purchase makes its order due. An order that is locked is passed over: its holder waits for the purchase
-- (`lookAfter`), and waiting here, with the wallet locked, could end in a deadlock.
create function order_is_due() returns trigger language plpgsql as $$
begin
  update orders set next_look_at = now() where id in (
    select id from orders where purchase_id = new.id and next_look_at > now() for no key update skip locked);
  if found then perform pg_notify('lane', 'orders'); end if;
  return null;
end $$;
--> statement-breakpoint
create trigger purchases_order_due after update of state on purchases for each row
  when (new.state is distinct from old.state and new.channel = 'storefront' and new.state in ('successful', 'failed'))
  execute function order_is_due();
