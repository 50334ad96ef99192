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
ALTER TABLE "journals" DROP CONSTRAINT "journals_kind";
--> statement-breakpoint
ALTER TABLE "house_entries" DROP CONSTRAINT "house_entries_step";
--> statement-breakpoint
ALTER TABLE "provider_transactions" DROP CONSTRAINT "provider_transactions_state";
--> statement-breakpoint
ALTER TABLE "provider_transactions" DROP CONSTRAINT "provider_transactions_decided";
--> statement-breakpoint
ALTER TABLE "payment_settings" ADD COLUMN "accounts_by" text;
--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD COLUMN "account_id" bigint;
--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD COLUMN "reversed_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD COLUMN "restored_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD COLUMN "next_check_at" timestamp with time zone DEFAULT now() + interval '1 day';
--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD CONSTRAINT "payment_accounts_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "payment_accounts_due" ON "payment_accounts" USING btree ("next_check_at") WHERE "payment_accounts"."next_check_at" is not null;
--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_account_id_payment_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."payment_accounts"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_kind" CHECK ("journals"."kind" in ('credit', 'debit', 'claw_back', 'payment', 'charge_back', 'charge_back_won', 'hold', 'settle', 'release', 'reversal', 'correction')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "house_entries" ADD CONSTRAINT "house_entries_step" CHECK ("house_entries"."step" in ('received', 'assigned', 'refunded', 'reversed', 'restored')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_reversed" CHECK ("provider_transactions"."restored_at" is null or "provider_transactions"."reversed_at" is not null) NOT VALID;
--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_state" CHECK ("provider_transactions"."state" in ('credited', 'suspense', 'assigned', 'refunding', 'refunded')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_decided" CHECK (("provider_transactions"."state" in ('assigned', 'refunding', 'refunded'))
        = ("provider_transactions"."decided_at" is not null and "provider_transactions"."decided_by" is not null and "provider_transactions"."reason" is not null)) NOT VALID;
--> statement-breakpoint
-- What was asked for stays, and a number stays its reseller's.
create function account_moves() returns trigger language plpgsql as $$
begin
  if (new.reseller_id, new.provider, new.owner, new.currency) is distinct from
     (old.reseller_id, old.provider, old.owner, old.currency)
     or (old.number is not null and (new.number, new.opened_at) is distinct from (old.number, old.opened_at)) then
    raise exception 'an account number stays whose it is' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('asked', 'open'), ('asked', 'refused'), ('refused', 'asked'), ('open', 'retired'), ('retired', 'open')
  ) then
    raise exception 'an account that is % cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'payment_accounts_moves';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger payment_accounts_moves before update on payment_accounts for each row execute function account_moves();
--> statement-breakpoint
create trigger payment_accounts_kept before delete on payment_accounts for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger payment_accounts_told after insert or update of state on payment_accounts
  for each row execute function tell_wallet();
--> statement-breakpoint
-- Whose money it is hears of it: their wallet's, or that of the account it came to.
create function tell_money() returns trigger language plpgsql as $$
declare
  whose bigint := coalesce(new.reseller_id, (select reseller_id from payment_accounts where id = new.account_id));
begin
  if whose is not null then
    perform pg_notify('wallet', whose::text);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger provider_transactions_told after insert or update of state, reversed_at, restored_at on provider_transactions
  for each row execute function tell_money();
--> statement-breakpoint
-- What a provider confirmed stays as it was. By itself only that is credited which is just what its payment asked for, or
-- which came to the open account of a reseller who is not closed.
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
  if (new.provider, new.transaction, new.payment_id, new.account_id, new.reference, new.gross, new.fee, new.currency, new.paid_at, new.account, new.raw, new.why)
     is distinct from
     (old.provider, old.transaction, old.payment_id, old.account_id, old.reference, old.gross, old.fee, old.currency, old.paid_at, old.account, old.raw, old.why) then
    raise exception 'what a provider confirmed cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and ((old.state, new.state) not in (
    ('suspense', 'assigned'), ('suspense', 'refunded'), ('suspense', 'refunding'),
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
-- At the commit, the house's entries say just what became of the money: all that was confirmed is owed by the provider less
-- its fee, and is in a wallet, in suspense, sent back, or a fee; what the payer's bank took back is nowhere.
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
      then (h.clearing, h.suspense, h.wallets, h.outside) = (0, 0, 0, 0)
      else h.wallets = -coalesce(t.credited, 0)
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
-- A payment in a wallet, and one taken out or given back after a charge-back, stands for money of which a provider said so,
-- to the unit, and the other way round.
create or replace function payment_is_proven() returns trigger language plpgsql as $$
declare
  about bigint := case tg_table_name when 'house_entries' then (to_jsonb(new) ->> 'journal_id')::bigint else new.id end;
begin
  if not exists (
    select from journals j
      join entries e on e.journal_id = j.id and e.account = 'wallet'
      join house_entries h on h.journal_id = j.id and h.account = 'wallets' and h.amount = -e.amount
      join provider_transactions t on t.id = h.transaction_id and t.reseller_id = j.reseller_id
    where j.id = about and j.kind = case h.step when 'reversed' then 'charge_back' when 'restored' then 'charge_back_won'
      else 'payment' end
  ) then
    raise exception 'no provider confirmed the money of journal %', about
      using errcode = 'check_violation', constraint = 'payments_proven';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger journals_charge_back_proven after insert on journals deferrable initially deferred
  for each row when (new.kind in ('charge_back', 'charge_back_won')) execute function payment_is_proven();
