CREATE TABLE "bulk_rows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_id" bigint NOT NULL,
	"line" integer NOT NULL,
	"number" text NOT NULL,
	"plan" text NOT NULL,
	"note" text NOT NULL,
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
	CONSTRAINT "bulk_runs_key" UNIQUE("reseller_id","key"),
	CONSTRAINT "bulk_runs_state" CHECK ("bulk_runs"."state" in ('draft', 'running', 'cancelled')),
	CONSTRAINT "bulk_runs_pause" CHECK ("bulk_runs"."pause" is null or ("bulk_runs"."state" = 'running'
        and "bulk_runs"."pause" in ('asked', 'money', 'limit', 'room', 'service', 'price', 'restricted'))),
	CONSTRAINT "bulk_runs_started" CHECK (("bulk_runs"."state" = 'draft') = ("bulk_runs"."started_at" is null)),
	CONSTRAINT "bulk_runs_done" CHECK ("bulk_runs"."done_at" is null or "bulk_runs"."state" <> 'draft')
);
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "run_id" bigint;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_run_id_bulk_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."bulk_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD CONSTRAINT "bulk_runs_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_rows_run" ON "bulk_rows" USING btree ("run_id","id");--> statement-breakpoint
CREATE INDEX "bulk_runs_reseller" ON "bulk_runs" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "bulk_runs_open" ON "bulk_runs" USING btree ("id") WHERE "bulk_runs"."state" <> 'draft' and "bulk_runs"."done_at" is null;
--> statement-breakpoint
-- What a list was, stays: a purchase keeps its list, a row is settled once, and only a draft is thrown away.
create or replace function purchase_moves() returns trigger language plpgsql as $$
begin
  if (new.ident, new.reseller_id, new.ref, new.plan_id, new.network_id, new.phone, new.price, new.cost, new.run_id)
     is distinct from
     (old.ident, old.reseller_id, old.ref, old.plan_id, old.network_id, old.phone, old.price, old.cost, old.run_id) then
    raise exception 'what was bought cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('queued', 'sending'), ('queued', 'failed'),
    ('sending', 'queued'), ('sending', 'successful'), ('sending', 'failed'), ('sending', 'unconfirmed'),
    ('unconfirmed', 'successful'), ('unconfirmed', 'failed'),
    ('successful', 'reversed')
  ) then
    raise exception 'a % purchase cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'purchases_moves';
  end if;
  return new;
end $$;
--> statement-breakpoint
create function bulk_run_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state = 'draft' then return old; end if;
    raise exception 'a run that was begun is kept' using errcode = 'restrict_violation';
  end if;
  if (new.reseller_id, new.key) is distinct from (old.reseller_id, old.key) then
    raise exception 'whose list it is cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (('draft', 'running'), ('running', 'cancelled')) then
    raise exception 'a % run cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'bulk_runs_moves';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger bulk_runs_moves before update or delete on bulk_runs for each row execute function bulk_run_moves();
--> statement-breakpoint
create function bulk_row_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state = 'waiting' and not exists (select from bulk_runs where id = old.run_id and state <> 'draft') then
      return old;
    end if;
    raise exception 'the rows of a run that was begun are kept' using errcode = 'restrict_violation';
  end if;
  if old.state <> 'waiting' or (new.run_id, new.line, new.again_of) is distinct from (old.run_id, old.line, old.again_of) then
    raise exception 'what became of a row cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger bulk_rows_moves before update or delete on bulk_rows for each row execute function bulk_row_moves();
--> statement-breakpoint
-- Background work hears of a run that may go on, and pages of one that was paused.
create function tell_bulk() returns trigger language plpgsql as $$
begin
  perform pg_notify('bulk', new.id::text), pg_notify('wallet', new.reseller_id::text);
  return null;
end $$;
--> statement-breakpoint
create trigger bulk_runs_told after update of state, pause, done_at on bulk_runs
  for each row when ((old.state, old.pause, old.done_at) is distinct from (new.state, new.pause, new.done_at))
  execute function tell_bulk();
--> statement-breakpoint
-- The rows of a list have room of their own, so that whoever sends one can still buy otherwise.
create or replace function waiting_of(reseller bigint, most integer) returns integer language plpgsql as $$
begin
  return (select count(*) from (
    select from purchases
    where state = 'queued' and reseller_id = reseller and channel in ('web', 'storefront', 'api')
    limit most) own);
end $$;
