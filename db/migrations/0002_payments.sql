CREATE TABLE "house_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "house_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" bigint NOT NULL,
	"step" text NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	"journal_id" bigint,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "house_entries_journal" UNIQUE("journal_id"),
	CONSTRAINT "house_entries_once" UNIQUE("transaction_id","step","account"),
	CONSTRAINT "house_entries_step" CHECK ("house_entries"."step" in ('received', 'assigned', 'refunded')),
	CONSTRAINT "house_entries_account" CHECK ("house_entries"."account" in ('clearing', 'fees', 'suspense', 'wallets', 'outside')),
	CONSTRAINT "house_entries_amount" CHECK ("house_entries"."amount" <> 0),
	CONSTRAINT "house_entries_wallets" CHECK (("house_entries"."account" = 'wallets') = ("house_entries"."journal_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "payment_notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"body" "bytea" NOT NULL,
	"headers" jsonb NOT NULL,
	"event" text NOT NULL,
	"reference" text,
	"transaction" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now(),
	"handled_at" timestamp with time zone,
	CONSTRAINT "payment_notices_once" UNIQUE("provider","hash"),
	CONSTRAINT "payment_notices_handled" CHECK (("payment_notices"."handled_at" is null) = ("payment_notices"."next_try_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "payment_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"off" text[] DEFAULT '{}' NOT NULL,
	"fee_bearer" text DEFAULT 'reseller' NOT NULL,
	"least" bigint DEFAULT 10000 NOT NULL,
	"most" bigint DEFAULT 50000000 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "payment_settings_single" CHECK ("payment_settings"."id" = 1),
	CONSTRAINT "payment_settings_fee_bearer" CHECK ("payment_settings"."fee_bearer" in ('reseller', 'house')),
	CONSTRAINT "payment_settings_range" CHECK ("payment_settings"."least" > 0 and "payment_settings"."least" <= "payment_settings"."most")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"purpose" text NOT NULL,
	"reseller_id" bigint NOT NULL,
	"ref" text NOT NULL,
	"provider" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"fee_bearer" text NOT NULL,
	"state" text DEFAULT 'started' NOT NULL,
	"page" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	"looked_at" timestamp with time zone,
	CONSTRAINT "payments_reference" UNIQUE("reference"),
	CONSTRAINT "payments_ref" UNIQUE("reseller_id","ref"),
	CONSTRAINT "payments_purpose" CHECK ("payments"."purpose" in ('wallet', 'order')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" > 0),
	CONSTRAINT "payments_fee_bearer" CHECK ("payments"."fee_bearer" in ('reseller', 'house')),
	CONSTRAINT "payments_state" CHECK ("payments"."state" in ('started', 'paid', 'review', 'failed', 'expired')),
	CONSTRAINT "payments_ended" CHECK (("payments"."state" = 'started') = ("payments"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "provider_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provider_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"transaction" text NOT NULL,
	"payment_id" bigint,
	"reference" text,
	"gross" bigint NOT NULL,
	"fee" bigint,
	"currency" text NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"way" text,
	"account" text,
	"raw" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text NOT NULL,
	"why" text,
	"reseller_id" bigint,
	"credited" bigint,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"reason" text,
	CONSTRAINT "provider_transactions_once" UNIQUE("provider","transaction"),
	CONSTRAINT "provider_transactions_gross" CHECK ("provider_transactions"."gross" > 0),
	CONSTRAINT "provider_transactions_fee" CHECK ("provider_transactions"."fee" between 0 and "provider_transactions"."gross"),
	CONSTRAINT "provider_transactions_state" CHECK ("provider_transactions"."state" in ('credited', 'suspense', 'assigned', 'refunded')),
	CONSTRAINT "provider_transactions_why" CHECK (("provider_transactions"."state" = 'credited') = ("provider_transactions"."why" is null)),
	CONSTRAINT "provider_transactions_credited" CHECK (case when "provider_transactions"."state" in ('credited', 'assigned')
        then "provider_transactions"."reseller_id" is not null and "provider_transactions"."credited" is not null and "provider_transactions"."credited" between 1 and "provider_transactions"."gross"
        else "provider_transactions"."reseller_id" is null and "provider_transactions"."credited" is null end),
	CONSTRAINT "provider_transactions_decided" CHECK (("provider_transactions"."state" in ('assigned', 'refunded'))
        = ("provider_transactions"."decided_at" is not null and "provider_transactions"."decided_by" is not null and "provider_transactions"."reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "journals" DROP CONSTRAINT "journals_kind";--> statement-breakpoint
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_kind";--> statement-breakpoint
ALTER TABLE "house_entries" ADD CONSTRAINT "house_entries_transaction_id_provider_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."provider_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "house_entries" ADD CONSTRAINT "house_entries_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_notices_due" ON "payment_notices" USING btree ("next_try_at") WHERE "payment_notices"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_reseller" ON "payments" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("next_check_at") WHERE "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "provider_transactions_credited_once" ON "provider_transactions" USING btree ("payment_id") WHERE "provider_transactions"."state" = 'credited';--> statement-breakpoint
CREATE INDEX "provider_transactions_payment" ON "provider_transactions" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "provider_transactions_suspense" ON "provider_transactions" USING btree ("id") WHERE "provider_transactions"."state" = 'suspense';--> statement-breakpoint
CREATE INDEX "provider_transactions_reference" ON "provider_transactions" USING btree ("reference");--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_kind" CHECK ("journals"."kind" in ('credit', 'debit', 'claw_back', 'payment', 'hold', 'settle', 'release', 'reversal', 'correction')) NOT VALID;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_kind" CHECK ("decisions"."kind" in ('settle', 'credit', 'debit', 'claw_back', 'correction', 'funding', 'suspense', 'reversal', 'settings')) NOT VALID;--> statement-breakpoint
-- What was asked for stays; a payment only goes on.
create function payment_moves() returns trigger language plpgsql as $$
begin
  if (new.reference, new.purpose, new.reseller_id, new.ref, new.provider, new.amount, new.currency, new.fee_bearer)
     is distinct from
     (old.reference, old.purpose, old.reseller_id, old.ref, old.provider, old.amount, old.currency, old.fee_bearer) then
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
create trigger payments_moves before update on payments for each row execute function payment_moves();
--> statement-breakpoint
create trigger payments_kept before delete on payments for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger payments_told after insert or update of state, page on payments
  for each row execute function tell_wallet();
--> statement-breakpoint
create function tell_payment() returns trigger language plpgsql as $$
begin
  perform pg_notify('payment', '');
  return null;
end $$;
--> statement-breakpoint
create trigger payment_notices_told after insert on payment_notices
  for each statement execute function tell_payment();
--> statement-breakpoint
-- What a provider confirmed stays as it was; only money that is just what its payment asked for is credited by itself.
create function money_is_confirmed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state not in ('credited', 'suspense') then
      raise exception 'money begins credited or in suspense' using errcode = 'check_violation';
    end if;
    if new.state = 'credited' and not exists (
      select from payments p where p.id = new.payment_id and p.purpose = 'wallet'
        and (p.provider, p.reference, p.currency, p.amount, p.reseller_id)
          = (new.provider, new.reference, new.currency, new.gross, new.reseller_id)
        and new.credited = case p.fee_bearer when 'reseller' then new.gross - new.fee else new.gross end
    ) then
      raise exception 'this is not what was asked for' using errcode = 'check_violation', constraint = 'payments_exact';
    end if;
    return new;
  end if;
  if (new.provider, new.transaction, new.payment_id, new.reference, new.gross, new.fee, new.currency, new.paid_at, new.account, new.raw, new.why)
     is distinct from
     (old.provider, old.transaction, old.payment_id, old.reference, old.gross, old.fee, old.currency, old.paid_at, old.account, old.raw, old.why) then
    raise exception 'what a provider confirmed cannot be changed' using errcode = 'restrict_violation';
  end if;
  if old.state <> 'suspense' or new.state not in ('assigned', 'refunded') then
    raise exception 'money that is % cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'provider_transactions_moves';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger provider_transactions_confirmed before insert or update on provider_transactions
  for each row execute function money_is_confirmed();
--> statement-breakpoint
create trigger provider_transactions_kept before delete on provider_transactions
  for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger provider_transactions_no_truncate before truncate on provider_transactions
  for each statement execute function refuse_rewrite();
--> statement-breakpoint
create trigger house_entries_append_only before delete or update on house_entries
  for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger house_entries_no_truncate before truncate on house_entries
  for each statement execute function refuse_rewrite();
--> statement-breakpoint
-- At the commit, the house's entries say just what became of the money: all that was confirmed is owed by the provider less
-- its fee, and is in a wallet, in suspense, sent back, or a fee.
create function house_must_agree() returns trigger language plpgsql as $$
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
    where t.id = about and h.clearing = t.gross - coalesce(t.fee, 0) and h.wallets = -coalesce(t.credited, 0)
      and h.suspense = case t.state when 'suspense' then -t.gross else 0 end
      and h.outside = case t.state when 'refunded' then -t.gross else 0 end
  ) then
    raise exception 'the house''s entries of transaction % do not agree with it', about
      using errcode = 'check_violation', constraint = 'house_agrees';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger house_entries_agree after insert on house_entries deferrable initially deferred
  for each row execute function house_must_agree();
--> statement-breakpoint
create constraint trigger provider_transactions_agree after insert or update on provider_transactions
  deferrable initially deferred for each row execute function house_must_agree();
--> statement-breakpoint
-- A payment in a wallet stands for money that a provider confirmed, to the unit, and the other way round.
create function payment_is_proven() returns trigger language plpgsql as $$
declare
  about bigint := case tg_table_name when 'house_entries' then (to_jsonb(new) ->> 'journal_id')::bigint else new.id end;
begin
  if not exists (
    select from journals j
      join entries e on e.journal_id = j.id and e.account = 'wallet'
      join house_entries h on h.journal_id = j.id and h.account = 'wallets' and h.amount = -e.amount
      join provider_transactions t on t.id = h.transaction_id and t.reseller_id = j.reseller_id
    where j.id = about and j.kind = 'payment'
  ) then
    raise exception 'no provider confirmed the money of journal %', about
      using errcode = 'check_violation', constraint = 'payments_proven';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger journals_payment_proven after insert on journals deferrable initially deferred
  for each row when (new.kind = 'payment') execute function payment_is_proven();
--> statement-breakpoint
create constraint trigger house_entries_proven after insert on house_entries deferrable initially deferred
  for each row when (new.account = 'wallets') execute function payment_is_proven();
--> statement-breakpoint
insert into payment_settings (id) values (1);
