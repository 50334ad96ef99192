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
	CONSTRAINT "settlement_differences_kind" CHECK ("settlement_differences"."kind" in ('missing_here', 'missing_there', 'amount', 'fee', 'currency', 'doubled', 'total')),
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
ALTER TABLE "house_entries" DROP CONSTRAINT "house_entries_step";--> statement-breakpoint
ALTER TABLE "settlement_differences" ADD CONSTRAINT "settlement_differences_line_id_settlement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."settlement_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_differences" ADD CONSTRAINT "settlement_differences_transaction_id_provider_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."provider_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_transaction_id_provider_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."provider_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_differences_line" ON "settlement_differences" USING btree ("line_id","kind") WHERE "settlement_differences"."line_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_differences_missing_there" ON "settlement_differences" USING btree ("transaction_id") WHERE "settlement_differences"."kind" = 'missing_there';--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_differences_total" ON "settlement_differences" USING btree ("provider","settlement") WHERE "settlement_differences"."kind" = 'total';--> statement-breakpoint
CREATE INDEX "settlement_differences_open" ON "settlement_differences" USING btree ("id") WHERE "settlement_differences"."state" = 'open';--> statement-breakpoint
CREATE INDEX "settlement_lines_unknown" ON "settlement_lines" USING btree ("settlement_id") WHERE "settlement_lines"."transaction_id" is null;--> statement-breakpoint
CREATE INDEX "settlement_lines_transaction" ON "settlement_lines" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_lines_booked_once" ON "settlement_lines" USING btree ("transaction_id") WHERE "settlement_lines"."booked" is not null;--> statement-breakpoint
ALTER TABLE "house_entries" ADD CONSTRAINT "house_entries_step" CHECK ("house_entries"."step" in ('received', 'assigned', 'refunded', 'reversed', 'restored', 'taken_back', 'settled', 'accepted')) NOT VALID;
--> statement-breakpoint
-- What a provider said of a settlement stays; a line is put to the money that it is about, and taken into the books, once.
create function line_is_told() returns trigger language plpgsql as $$
begin
  if (new.settlement_id, new.transaction, new.nth, new.reference, new.gross, new.fee, new.currency)
     is distinct from (old.settlement_id, old.transaction, old.nth, old.reference, old.gross, old.fee, old.currency)
     or old.transaction_id is not null then
    raise exception 'what a provider settled cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger settlement_lines_told before update on settlement_lines for each row execute function line_is_told();
--> statement-breakpoint
create trigger settlement_lines_kept before delete on settlement_lines for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger settlement_lines_no_truncate before truncate on settlement_lines
  for each statement execute function refuse_rewrite();
--> statement-breakpoint
create trigger settlements_append_only before delete or update on settlements
  for each row execute function refuse_rewrite();
--> statement-breakpoint
-- As before, and what was settled is at the bank just as its line says, once; what was accepted is owed no more.
create or replace function house_must_agree() returns trigger language plpgsql as $$
declare
  about bigint := case tg_table_name when 'provider_transactions' then new.id else (to_jsonb(new) ->> 'transaction_id')::bigint end;
begin
  if exists (select from house_entries where transaction_id = about group by step having sum(amount) <> 0) or not exists (
    select from provider_transactions t, lateral (
      select coalesce(sum(amount) filter (where account = 'clearing' and step not in ('settled', 'accepted')), 0) as clearing,
        coalesce(sum(amount) filter (where account = 'suspense'), 0) as suspense,
        coalesce(sum(amount) filter (where account = 'wallets'), 0) as wallets,
        coalesce(sum(amount) filter (where account = 'outside' and step <> 'settled'), 0) as outside,
        coalesce(sum(amount) filter (where account = 'outside' and step = 'settled'), 0) as settled,
        coalesce(sum(amount) filter (where account = 'clearing' and step in ('received', 'settled', 'accepted')), 0) as owed,
        coalesce(bool_or(step = 'accepted'), false) as accepted
      from house_entries where transaction_id = t.id) h
    where t.id = about and case when t.reversed_at is not null and t.restored_at is null
      then (h.clearing, h.suspense, h.wallets, h.outside) = (0, 0, t.extra, 0)
      else h.wallets = t.extra - coalesce(t.credited, 0)
        and h.suspense = case when t.state in ('suspense', 'refunding') then -t.gross else 0 end
        and h.outside in (0, -t.gross)
        and h.clearing - (t.gross - coalesce(t.fee, 0)) + h.outside = case t.state when 'refunded' then -t.gross else 0 end
      end
      and h.settled = coalesce((select booked from settlement_lines where transaction_id = t.id and booked is not null), 0)
      and not (h.accepted and h.owed <> 0)
  ) then
    raise exception 'the house''s entries of transaction % do not agree with it', about
      using errcode = 'check_violation', constraint = 'house_agrees';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger settlement_lines_agree after insert or update on settlement_lines
  deferrable initially deferred for each row when (new.transaction_id is not null) execute function house_must_agree();
