ALTER TABLE "provider_transactions" ADD COLUMN "part_of" bigint;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD COLUMN "lost" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_part_of_provider_transactions_id_fk" FOREIGN KEY ("part_of") REFERENCES "public"."provider_transactions"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_lost" CHECK ("provider_transactions"."lost" >= 0 and "provider_transactions"."lost" < "provider_transactions"."gross") NOT VALID;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "asked_as" text;--> statement-breakpoint
ALTER TABLE "house_entries" DROP CONSTRAINT "house_entries_step";--> statement-breakpoint
ALTER TABLE "house_entries" ADD CONSTRAINT "house_entries_step" CHECK ("house_entries"."step" in ('received', 'assigned', 'refunded', 'reversed', 'restored', 'taken_back', 'settled', 'accepted', 'lost')) NOT VALID;--> statement-breakpoint
ALTER TABLE "settlement_differences" DROP CONSTRAINT "settlement_differences_kind";--> statement-breakpoint
ALTER TABLE "settlement_differences" ADD CONSTRAINT "settlement_differences_kind" CHECK ("settlement_differences"."kind" in ('missing_here', 'missing_there', 'amount', 'fee', 'currency', 'doubled', 'total', 'changed', 'charged_back', 'lost')) NOT VALID;--> statement-breakpoint
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
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_transaction_id_provider_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."provider_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_disputes_open" ON "payment_disputes" USING btree ("due_at") WHERE "payment_disputes"."state" = 'open';--> statement-breakpoint
create or replace function refund_moves() returns trigger language plpgsql as $$
begin
  if (new.key, new.asked_as, new.transaction_id, new.reason, new.asked_by) is distinct from
     (old.key, old.asked_as, old.transaction_id, old.reason, old.asked_by)
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
-- As before; money that was sent back from elsewhere may be charged back too, a part may be lost, a transaction may grow, and
-- what was paid with the fee on top is just what was asked for.
create or replace function money_is_confirmed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state not in ('credited', 'suspense', 'direct', 'odd') or new.reversed_at is not null then
      raise exception 'money begins credited, in suspense, or with whom it is paid to' using errcode = 'check_violation';
    end if;
    if new.state = 'credited' and not exists (
      select from payments p where p.id = new.payment_id and p.keys_id is null and new.keys_id is null
        and (p.provider, p.reference, p.currency, p.reseller_id) = (new.provider, new.reference, new.currency, new.reseller_id)
        and new.credited = case when p.amount = new.gross and p.fee_bearer = 'reseller' then new.gross - new.fee
          when p.amount in (new.gross, new.gross - new.fee) then p.amount end
    ) and not exists (
      select from payment_accounts a join resellers r on r.id = a.reseller_id cross join payment_settings s
      where a.id = new.account_id and new.payment_id is null and a.state = 'open' and r.state <> 'closed'
        and (a.provider, a.currency, a.reseller_id) = (new.provider, new.currency, new.reseller_id)
        and (new.account is null or new.account = a.number) and new.gross >= s.least
        and new.credited = case s.fee_bearer when 'reseller' then new.gross - new.fee else new.gross end
    ) then
      raise exception 'this is not what was asked for' using errcode = 'check_violation', constraint = 'payments_exact';
    end if;
    if new.keys_id is not null and not exists (
      select from payments p where p.id = new.payment_id
        and (p.provider, p.reference, p.keys_id) = (new.provider, new.reference, new.keys_id)
        and (new.state <> 'direct' or p.currency = new.currency and p.amount in (new.gross, new.gross - new.fee))
    ) then
      raise exception 'this is not what was asked for' using errcode = 'check_violation', constraint = 'payments_exact';
    end if;
    if new.part_of is not null and not exists (
      select from provider_transactions b where b.id = new.part_of and b.part_of is null
        and (b.provider, b.currency) = (new.provider, new.currency) and b.keys_id is not distinct from new.keys_id
        and starts_with(new.transaction, b.transaction || '+')
    ) then
      raise exception 'this is no part of that transaction' using errcode = 'check_violation', constraint = 'payments_exact';
    end if;
    return new;
  end if;
  if (new.provider, new.transaction, new.part_of, new.keys_id, new.payment_id, new.account_id, new.reference, new.gross, new.fee, new.currency, new.paid_at, new.account)
     is distinct from
     (old.provider, old.transaction, old.part_of, old.keys_id, old.payment_id, old.account_id, old.reference, old.gross, old.fee, old.currency, old.paid_at, old.account)
     or new.raw not in (old.raw, '')
     or (new.why is distinct from old.why and (old.state, new.state) not in (('credited', 'refunding'), ('direct', 'refunding')))
     or (new.extra <> old.extra
       and ((old.state, new.state) <> ('credited', 'refunding') or new.extra <> old.gross - old.lost - old.credited)) then
    raise exception 'what a provider confirmed cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and ((old.state, new.state) not in (
    ('suspense', 'assigned'), ('suspense', 'refunded'), ('suspense', 'refunding'), ('credited', 'refunding'),
    ('direct', 'refunding'), ('odd', 'refunding'), ('odd', 'refunded'), ('refunding', 'odd'),
    ('refunding', 'refunded'), ('refunding', 'suspense')
  ) or (new.reversed_at is not null and new.restored_at is null)) then
    raise exception 'money that is % cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'provider_transactions_moves';
  end if;
  if new.state = old.state
     and (new.reseller_id, new.credited, new.decided_at, new.decided_by, new.reason)
       is distinct from (old.reseller_id, old.credited - (new.lost - old.lost), old.decided_at, old.decided_by, old.reason) then
    raise exception 'what was decided cannot be changed' using errcode = 'restrict_violation';
  end if;
  if (old.reversed_at is not null and new.reversed_at is distinct from old.reversed_at)
     or (old.restored_at is not null and new.restored_at is distinct from old.restored_at)
     or (new.reversed_at is distinct from old.reversed_at
       and (old.state not in ('credited', 'assigned', 'suspense', 'refunded') or old.keys_id is not null))
     or (new.lost <> old.lost and (old.lost <> 0 or new.state <> old.state or old.state not in ('credited', 'assigned', 'suspense')
       or (old.reversed_at is not null and old.restored_at is null))) then
    raise exception 'money is taken back once, lost in part once, and given back once'
      using errcode = 'check_violation', constraint = 'provider_transactions_moves';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- What holds for the operator's ledger of one confirmed transaction: the trigger asks at the commit, and `check` asks again.
create function house_agrees(t provider_transactions) returns boolean stable language sql as $$
  select not exists (select from house_entries e where e.transaction_id = t.id group by e.step having sum(e.amount) <> 0)
    and case when t.keys_id is not null then not exists (select from house_entries e where e.transaction_id = t.id)
      when t.reversed_at is not null and t.restored_at is null
      then (h.clearing, h.suspense, h.wallets) = (0, 0, t.extra)
        and h.outside = case t.state when 'refunded' then t.lost - t.gross else 0 end
      else h.wallets = t.extra - coalesce(t.credited, 0)
        and h.suspense = case when t.state in ('suspense', 'refunding') then t.lost - t.gross else 0 end
        and h.outside in (0, t.lost - t.gross)
        and h.clearing - (t.gross - t.lost - coalesce(t.fee, 0)) + h.outside
          = case t.state when 'refunded' then t.lost - t.gross else 0 end
      end
    and h.settled = coalesce((select l.booked from settlement_lines l where l.transaction_id = t.id and l.booked is not null), 0)
    and (h.accepted is null or (
      select sum(e.amount) = 0 from house_entries e join provider_transactions p on p.id = e.transaction_id
      where (p.id = t.id or p.part_of = t.id) and e.account = 'clearing' and e.step in ('received', 'settled', 'accepted')
        and e.id <= h.accepted))
  from (
    select coalesce(sum(e.amount) filter (where e.account = 'clearing' and e.step not in ('settled', 'accepted')), 0) as clearing,
      coalesce(sum(e.amount) filter (where e.account = 'suspense'), 0) as suspense,
      coalesce(sum(e.amount) filter (where e.account = 'wallets'), 0) as wallets,
      coalesce(sum(e.amount) filter (where e.account = 'outside' and e.step <> 'settled'), 0) as outside,
      coalesce(sum(e.amount) filter (where e.account = 'outside' and e.step = 'settled'), 0) as settled,
      max(e.id) filter (where e.step = 'accepted') as accepted
    from house_entries e where e.transaction_id = t.id) h
$$;
--> statement-breakpoint
create or replace function house_must_agree() returns trigger language plpgsql as $$
declare
  about bigint := case tg_table_name when 'provider_transactions' then new.id else (to_jsonb(new) ->> 'transaction_id')::bigint end;
begin
  if not exists (select from provider_transactions t where t.id = about and house_agrees(t)) then
    raise exception 'the house''s entries of transaction % do not agree with it', about
      using errcode = 'check_violation', constraint = 'house_agrees';
  end if;
  return null;
end $$;
--> statement-breakpoint
-- Whether a provider confirmed the money that a journal moves, to the unit and for its reseller. After money was given back, the
-- transaction has no reseller any more; its payment still has.
create function payment_proven(about bigint) returns boolean stable language sql as $$
  select exists (
    select from journals j
      join entries e on e.journal_id = j.id and e.account = 'wallet'
      join house_entries h on h.journal_id = j.id and h.account = 'wallets' and h.amount = -e.amount
      join provider_transactions t on t.id = h.transaction_id
      left join payments p on p.id = t.payment_id
    where j.id = about
      and j.kind = case h.step when 'reversed' then 'charge_back' when 'lost' then 'charge_back'
        when 'restored' then 'charge_back_won' when 'taken_back' then 'refund' else 'payment' end
      and case when h.step in ('received', 'taken_back') then j.reseller_id = coalesce(p.reseller_id, t.reseller_id)
        when h.step = 'assigned' then j.reseller_id = t.reseller_id
        else j.reseller_id in (t.reseller_id, p.reseller_id) end)
$$;
--> statement-breakpoint
create or replace function payment_is_proven() returns trigger language plpgsql as $$
declare
  about bigint := case tg_table_name when 'house_entries' then (to_jsonb(new) ->> 'journal_id')::bigint else new.id end;
begin
  if not payment_proven(about) then
    raise exception 'no provider confirmed the money of journal %', about
      using errcode = 'check_violation', constraint = 'payments_proven';
  end if;
  return null;
end $$;
