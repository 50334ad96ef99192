CREATE TABLE "provider_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provider_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"address" text NOT NULL,
	"sealed" text,
	"hint" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "provider_keys_sealed" CHECK ("provider_keys"."sealed" is not null or "provider_keys"."removed_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "provider_transactions" DROP CONSTRAINT "provider_transactions_state";
--> statement-breakpoint
ALTER TABLE "provider_transactions" DROP CONSTRAINT "provider_transactions_why";
--> statement-breakpoint
ALTER TABLE "resellers" ADD COLUMN "collects" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "payment_notices" ADD COLUMN "keys_id" bigint;
--> statement-breakpoint
ALTER TABLE "payment_settings" ADD COLUMN "collect" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "order_id" bigint;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "keys_id" bigint;
--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD COLUMN "keys_id" bigint;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "next_look_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "looks" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "waits_for" text;
--> statement-breakpoint
ALTER TABLE "provider_keys" ADD CONSTRAINT "provider_keys_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "provider_keys_one" ON "provider_keys" USING btree ("reseller_id","provider") WHERE "provider_keys"."removed_at" is null;
--> statement-breakpoint
CREATE INDEX "provider_keys_address" ON "provider_keys" USING btree ("address");
--> statement-breakpoint
CREATE INDEX "provider_keys_to_forget" ON "provider_keys" USING btree ("removed_at") WHERE "provider_keys"."removed_at" is not null and "provider_keys"."sealed" is not null;
--> statement-breakpoint
ALTER TABLE "payment_notices" ADD CONSTRAINT "payment_notices_keys_id_provider_keys_id_fk" FOREIGN KEY ("keys_id") REFERENCES "public"."provider_keys"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_keys_id_provider_keys_id_fk" FOREIGN KEY ("keys_id") REFERENCES "public"."provider_keys"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_keys_id_provider_keys_id_fk" FOREIGN KEY ("keys_id") REFERENCES "public"."provider_keys"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_named" CHECK (("payments"."purpose" = 'order') = ("payments"."order_id" is not null)) NOT VALID;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_keys" CHECK ("payments"."keys_id" is null or "payments"."order_id" is not null) NOT VALID;
--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_whose" CHECK (case when "provider_transactions"."keys_id" is null then "provider_transactions"."state" not in ('direct', 'odd')
        else "provider_transactions"."state" in ('direct', 'odd', 'refunding', 'refunded') end) NOT VALID;
--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_state" CHECK ("provider_transactions"."state" in ('credited', 'suspense', 'assigned', 'refunding', 'refunded', 'direct', 'odd')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_why" CHECK (("provider_transactions"."state" in ('credited', 'direct')) = ("provider_transactions"."why" is null)) NOT VALID;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_waits_for" CHECK ("orders"."waits_for" in ('wallet', 'price', 'plan', 'account', 'later')) NOT VALID;
--> statement-breakpoint
-- What was asked for stays.
create or replace function payment_moves() returns trigger language plpgsql as $$
begin
  if (new.reference, new.purpose, new.order_id, new.keys_id, new.reseller_id, new.ref, new.provider, new.amount, new.currency, new.fee_bearer)
     is distinct from
     (old.reference, old.purpose, old.order_id, old.keys_id, old.reseller_id, old.ref, old.provider, old.amount, old.currency, old.fee_bearer) then
    raise exception 'what was asked for cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('started', 'paid'), ('started', 'review'), ('started', 'failed'), ('started', 'expired'),
    ('failed', 'paid'), ('failed', 'review'), ('expired', 'paid'), ('expired', 'review'), ('review', 'paid')
  ) then
    raise exception 'a % payment cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'payments_moves';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- Of the operator's accounts only that is credited by itself which is just what was asked for; what is paid to a reseller's own
-- account was asked for by their keys.
create or replace function money_is_confirmed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state not in ('credited', 'suspense', 'direct', 'odd') or new.reversed_at is not null then
      raise exception 'money begins credited, in suspense, or with whom it is paid to' using errcode = 'check_violation';
    end if;
    if new.state = 'credited' and not exists (
      select from payments p where p.id = new.payment_id and p.keys_id is null and new.keys_id is null
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
    if new.keys_id is not null and not exists (
      select from payments p where p.id = new.payment_id
        and (p.provider, p.reference, p.keys_id) = (new.provider, new.reference, new.keys_id)
        and (new.state <> 'direct' or (p.currency, p.amount) = (new.currency, new.gross))
    ) then
      raise exception 'this is not what was asked for' using errcode = 'check_violation', constraint = 'payments_exact';
    end if;
    return new;
  end if;
  if (new.provider, new.transaction, new.keys_id, new.payment_id, new.account_id, new.reference, new.gross, new.fee, new.currency, new.paid_at, new.account)
     is distinct from
     (old.provider, old.transaction, old.keys_id, old.payment_id, old.account_id, old.reference, old.gross, old.fee, old.currency, old.paid_at, old.account)
     or new.raw not in (old.raw, '')
     or (new.why is distinct from old.why and (old.state, new.state) not in (('credited', 'refunding'), ('direct', 'refunding')))
     or (new.extra <> old.extra
       and ((old.state, new.state) <> ('credited', 'refunding') or new.extra <> old.gross - old.credited)) then
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
-- What was paid to a reseller's own account is in none of the house's.
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
    where t.id = about and case when t.keys_id is not null
      then not exists (select from house_entries where transaction_id = t.id)
      when t.reversed_at is not null and t.restored_at is null
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
-- Keys stay as they are until they are removed, for good.
create function keys_move() returns trigger language plpgsql as $$
begin
  if (new.reseller_id, new.provider, new.address, new.hint) is distinct from (old.reseller_id, old.provider, old.address, old.hint)
     or (new.sealed is not null and new.sealed is distinct from old.sealed)
     or (old.removed_at is not null and new.removed_at is distinct from old.removed_at) then
    raise exception 'keys are removed, not changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger provider_keys_moves before update on provider_keys for each row execute function keys_move();
--> statement-breakpoint
create trigger provider_keys_kept before delete on provider_keys for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger orders_waits_told after update of waits_for, changed_at on orders for each row
  when (new.payment = old.payment and (new.waits_for, new.changed_at) is distinct from (old.waits_for, old.changed_at))
  execute function tell_order();
--> statement-breakpoint
-- What was delivered, or may be, is not given back.
create or replace function order_moves() returns trigger language plpgsql as $$
begin
  if (new.code, new.shop_id, new.reseller_id, new.ref, new.reference, new.plan_id, new.network_id, new.price)
     is distinct from
     (old.code, old.shop_id, old.reseller_id, old.ref, old.reference, old.plan_id, old.network_id, old.price) then
    raise exception 'what was ordered cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.phone is distinct from old.phone and new.phone is not null then
    raise exception 'the number of an order can only be forgotten' using errcode = 'restrict_violation';
  end if;
  if new.payment <> old.payment and (old.payment, new.payment) not in (
    ('awaiting', 'received'), ('awaiting', 'refused'), ('awaiting', 'expired'),
    ('expired', 'received'), ('expired', 'refused'), ('refused', 'received'),
    ('received', 'refunded')
  ) then
    raise exception 'an order that is % cannot become %', old.payment, new.payment
      using errcode = 'check_violation', constraint = 'orders_moves';
  end if;
  if new.payment = 'refunded' and old.payment <> 'refunded' and exists (
    select from purchases where id = new.purchase_id and state not in ('failed', 'reversed')
  ) then
    raise exception 'an order that was delivered, or may be, is not given back'
      using errcode = 'check_violation', constraint = 'orders_delivered';
  end if;
  return new;
end $$;
