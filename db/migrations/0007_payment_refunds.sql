CREATE TABLE "payment_refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
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
ALTER TABLE "journals" DROP CONSTRAINT "journals_kind";--> statement-breakpoint
ALTER TABLE "house_entries" DROP CONSTRAINT "house_entries_step";--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD COLUMN "extra" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_transaction_id_provider_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."provider_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_one" ON "payment_refunds" USING btree ("transaction_id") WHERE "payment_refunds"."state" <> 'failed';--> statement-breakpoint
CREATE INDEX "payment_refunds_transaction" ON "payment_refunds" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "payment_refunds_due" ON "payment_refunds" USING btree ("next_try_at") WHERE "payment_refunds"."next_try_at" is not null;--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_kind" CHECK ("journals"."kind" in ('credit', 'debit', 'claw_back', 'payment', 'refund', 'charge_back', 'charge_back_won', 'hold', 'settle', 'release', 'reversal', 'correction')) NOT VALID;--> statement-breakpoint
ALTER TABLE "house_entries" ADD CONSTRAINT "house_entries_step" CHECK ("house_entries"."step" in ('received', 'assigned', 'refunded', 'reversed', 'restored', 'taken_back')) NOT VALID;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_extra" CHECK ("provider_transactions"."extra" between 0 and "provider_transactions"."gross") NOT VALID;
--> statement-breakpoint
-- What was credited leaves its wallet, all that was paid, only to be sent back.
create or replace function money_is_confirmed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state not in ('credited', 'suspense') or new.reversed_at is not null then
      raise exception 'money begins credited or in suspense' using errcode = 'check_violation';
    end if;
    if new.state = 'credited' and not exists (
      select from payments p where p.id = new.payment_id and p.purpose = 'wallet'
        and (p.provider, p.reference, p.currency, p.amount, p.reseller_id)
          = (new.provider, new.reference, new.currency, new.gross, new.reseller_id)
        and new.credited = case p.fee_bearer when 'reseller' then new.gross - new.fee else new.gross end
    ) and not exists (
      select from payment_accounts a join resellers r on r.id = a.reseller_id cross join payment_settings s
      where a.id = new.account_id and new.payment_id is null and a.state = 'open' and r.state <> 'closed'
        and (a.provider, a.currency, a.reseller_id) = (new.provider, new.currency, new.reseller_id)
        and (new.account is null or new.account = a.number) and new.gross >= s.least
        and new.credited = case s.fee_bearer when 'reseller' then new.gross - new.fee else new.gross end
    ) then
      raise exception 'this is not what was asked for' using errcode = 'check_violation', constraint = 'payments_exact';
    end if;
    return new;
  end if;
  if (new.provider, new.transaction, new.payment_id, new.account_id, new.reference, new.gross, new.fee, new.currency, new.paid_at, new.account, new.raw)
     is distinct from
     (old.provider, old.transaction, old.payment_id, old.account_id, old.reference, old.gross, old.fee, old.currency, old.paid_at, old.account, old.raw)
     or (new.why is distinct from old.why and (old.state, new.state) <> ('credited', 'refunding'))
     or (new.extra <> old.extra
       and ((old.state, new.state) <> ('credited', 'refunding') or new.extra <> old.gross - old.credited)) then
    raise exception 'what a provider confirmed cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and ((old.state, new.state) not in (
    ('suspense', 'assigned'), ('suspense', 'refunded'), ('suspense', 'refunding'), ('credited', 'refunding'),
    ('refunding', 'refunded'), ('refunding', 'suspense')
  ) or (new.reversed_at is not null and new.restored_at is null)) then
    raise exception 'money that is % cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'provider_transactions_moves';
  end if;
  if new.state = old.state
     and (new.reseller_id, new.credited, new.decided_at, new.decided_by, new.reason)
       is distinct from (old.reseller_id, old.credited, old.decided_at, old.decided_by, old.reason) then
    raise exception 'what was decided cannot be changed' using errcode = 'restrict_violation';
  end if;
  if (old.reversed_at is not null and new.reversed_at is distinct from old.reversed_at)
     or (old.restored_at is not null and new.restored_at is distinct from old.restored_at)
     or (new.reversed_at is distinct from old.reversed_at and old.state not in ('credited', 'assigned', 'suspense')) then
    raise exception 'money is taken back once, and given back once'
      using errcode = 'check_violation', constraint = 'provider_transactions_moves';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- When a wallet gave money back, it gave the provider's fee as well.
create or replace function house_must_agree() returns trigger language plpgsql as $$
declare
  about bigint := case tg_table_name when 'house_entries' then (to_jsonb(new) ->> 'transaction_id')::bigint else new.id end;
begin
  if exists (select from house_entries where transaction_id = about group by step having sum(amount) <> 0) or not exists (
    select from provider_transactions t, lateral (
      select coalesce(sum(amount) filter (where account = 'clearing'), 0) as clearing,
        coalesce(sum(amount) filter (where account = 'suspense'), 0) as suspense,
        coalesce(sum(amount) filter (where account = 'wallets'), 0) as wallets,
        coalesce(sum(amount) filter (where account = 'outside'), 0) as outside
      from house_entries where transaction_id = t.id) h
    where t.id = about and case when t.reversed_at is not null and t.restored_at is null
      then (h.clearing, h.suspense, h.wallets, h.outside) = (0, 0, t.extra, 0)
      else h.wallets = t.extra - coalesce(t.credited, 0)
        and h.suspense = case when t.state in ('suspense', 'refunding') then -t.gross else 0 end
        and h.outside in (0, -t.gross)
        and h.clearing - (t.gross - coalesce(t.fee, 0)) + h.outside = case t.state when 'refunded' then -t.gross else 0 end
      end
  ) then
    raise exception 'the house''s entries of transaction % do not agree with it', about
      using errcode = 'check_violation', constraint = 'house_agrees';
  end if;
  return null;
end $$;
--> statement-breakpoint
-- So does the refund of a payment that was credited.
create or replace function payment_is_proven() returns trigger language plpgsql as $$
declare
  about bigint := case tg_table_name when 'house_entries' then (to_jsonb(new) ->> 'journal_id')::bigint else new.id end;
begin
  if not exists (
    select from journals j
      join entries e on e.journal_id = j.id and e.account = 'wallet'
      join house_entries h on h.journal_id = j.id and h.account = 'wallets' and h.amount = -e.amount
      join provider_transactions t on t.id = h.transaction_id
      left join payments p on p.id = t.payment_id
    where j.id = about and j.kind = case h.step when 'reversed' then 'charge_back' when 'restored' then 'charge_back_won'
      when 'taken_back' then 'refund' else 'payment' end
      and j.reseller_id = case h.step when 'taken_back' then p.reseller_id else t.reseller_id end
  ) then
    raise exception 'no provider confirmed the money of journal %', about
      using errcode = 'check_violation', constraint = 'payments_proven';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger journals_refund_proven after insert on journals deferrable initially deferred
  for each row when (new.kind = 'refund') execute function payment_is_proven();
--> statement-breakpoint
-- A refund is of one transaction, under one key; what is over stays so.
create function refund_moves() returns trigger language plpgsql as $$
begin
  if (new.key, new.transaction_id, new.reason, new.asked_by) is distinct from
     (old.key, old.transaction_id, old.reason, old.asked_by)
     or (old.refund is not null and new.refund is distinct from old.refund) then
    raise exception 'what was asked for cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state in ('done', 'failed') or new.state = 'asked') then
    raise exception 'a % refund cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'payment_refunds_moves';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger payment_refunds_moves before update on payment_refunds for each row execute function refund_moves();
--> statement-breakpoint
create trigger payment_refunds_kept before delete on payment_refunds for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger payment_refunds_told after insert on payment_refunds for each statement execute function tell_payment();
