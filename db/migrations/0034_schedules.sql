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
ALTER TABLE "schedule_days" ADD CONSTRAINT "schedule_days_schedule_id_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_days" ADD CONSTRAINT "schedule_days_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schedules_reseller" ON "schedules" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("next_at") WHERE "schedules"."state" = 'active';
--> statement-breakpoint
-- What became of a day stays; so does whose schedule it is, and that it is over.
create function schedule_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.reseller_id, new.key) is distinct from (old.reseller_id, old.key) then
    raise exception 'a schedule is kept, and stays its owner''s' using errcode = 'restrict_violation';
  end if;
  if old.state = 'ended' then
    raise exception 'a schedule that is over stays so' using errcode = 'check_violation', constraint = 'schedules_moves';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger schedules_moves before update or delete on schedules for each row execute function schedule_moves();
--> statement-breakpoint
create function schedule_day_moves() returns trigger language plpgsql as $$
begin
  if old.state <> 'waiting' then
    raise exception 'what became of a day cannot be changed' using errcode = 'restrict_violation', constraint = 'schedule_days_moves';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if (new.schedule_id, new.day) is distinct from (old.schedule_id, old.day) then
    raise exception 'a day stays its schedule''s' using errcode = 'restrict_violation', constraint = 'schedule_days_moves';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger schedule_days_moves before update or delete on schedule_days for each row execute function schedule_day_moves();
