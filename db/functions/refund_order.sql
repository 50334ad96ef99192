-- Starts the refund of an order that was paid online: the whole sum leaves the wallet for suspense, and its
-- refund is requested from the provider. The wallet has to have the credit, unless it may owe that too; the
-- provider's fee is a debt in any case. False while the wallet has too little; true when the money was sent
-- back before, or its payer's bank took it.
create or replace function refund_order(
  paid_order bigint, why_back text, acted_by text, caller text, may_owe boolean
) returns boolean language plpgsql as $$
declare
  purse wallets;
  money provider_transactions;
  back bigint;
  moved bigint;
  refund_key text;
begin
  select w.* into purse
  from payments p
  join wallets w on w.reseller_id = p.reseller_id
  where p.order_id = paid_order and p.state = 'paid'
  for update of w;

  select t.* into money
  from provider_transactions t
  join payments p on p.id = t.payment_id
  where p.order_id = paid_order and p.state = 'paid'
    and t.state in ('credited', 'direct')
    and (t.reversed_at is null or t.restored_at is not null)
  for update of t;
  if money.id is null then return true; end if;

  -- A part that a dispute took for good is with the customer already.
  back := money.gross - money.lost;
  if money.state = 'credited' and not may_owe and purse.wallet - money.credited < purse.floor then
    return false;
  end if;

  update provider_transactions
  set state = 'refunding', suspense_reason = 'undelivered', reseller_id = null, credited = null,
    extra = case money.state when 'credited' then back - money.credited else 0 end,
    decided_at = now(), decided_by = acted_by, reason = why_back
  where id = money.id;

  if money.state = 'credited' then
    update wallets
    set wallet = wallet - back, funding = funding + back,
      floor = floor_after('refund', 'funding', floor, wallet - back)
    where reseller_id = purse.reseller_id
    returning * into purse;

    insert into transfers (
      reseller_id, kind, from_account, to_account, amount, from_balance, to_balance, actor, reason
    )
    values (
      purse.reseller_id, 'refund', 'wallet', 'funding', back, purse.wallet, purse.funding, acted_by,
      why_back || case
        when back > money.credited
          then ' The customer gets all of it back, so the provider’s fee is charged to the wallet.'
        else ''
      end
    )
    returning id into moved;

    insert into operator_entries (transaction_id, step, account, amount, journal_id)
    values
      (money.id, 'debited', 'wallets', back, moved),
      (money.id, 'debited', 'suspense', -back, null);
  end if;

  -- As `createReference` makes them, of the bytes of two random UUIDs that are random in full.
  select 'R' || string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + get_byte(random, n) % 32, 1), '')
  into refund_key
  from (
    select decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex') as random
  ) bytes, generate_series(0, 26) n
  where n not in (6, 22);

  insert into payment_refunds (key, transaction_id, reason, requested_by)
  values (refund_key, money.id, why_back, acted_by);

  insert into audit (
    actor, address, action, subject, subject_id, reseller_id, journal_id, reason, before, after
  )
  values (
    acted_by, caller, 'money.refund_requested', 'money', money.id::text, purse.reseller_id, moved, why_back,
    jsonb_build_object('money', money.state),
    jsonb_build_object('money', 'refunding', 'gross', back::text, 'refund', refund_key,
      'fee', (back - coalesce(money.credited, back))::text)
  );
  return true;
end $$;
