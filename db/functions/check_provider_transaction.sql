-- Money begins as a provider confirmed it and only moves on as a decision, a refund or a chargeback may.
-- Money that was sent back from elsewhere may be charged back too, a part may be lost, a transaction may
-- grow, and the payer may pay the fee on top.
create or replace function check_provider_transaction() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state not in ('credited', 'suspense', 'direct', 'unmatched') or new.reversed_at is not null then
      raise exception 'money begins credited, in suspense, or with its payee'
        using errcode = 'check_violation';
    end if;
    -- It is credited for a requested payment, or for a transfer to an open account.
    if new.state = 'credited' and not exists (
      select
      from payments p
      where p.id = new.payment_id and p.keys_id is null and new.keys_id is null
        and (p.provider, p.reference, p.currency, p.reseller_id)
          = (new.provider, new.reference, new.currency, new.reseller_id)
        and new.credited = case
          when p.amount = new.gross and p.fee_bearer = 'reseller' then new.gross - new.fee
          when p.amount in (new.gross, new.gross - new.fee) then p.amount
        end
    ) and not exists (
      select
      from dedicated_accounts a
      join resellers r on r.id = a.reseller_id
      join settings s on s.name = 'payment'
      where a.id = new.account_id and new.payment_id is null and a.state = 'open' and r.state <> 'closed'
        and (a.provider, a.currency, a.reseller_id) = (new.provider, new.currency, new.reseller_id)
        and (new.account is null or new.account = a.number) and new.gross >= (s.value ->> 'minAmount')::bigint
        and new.credited = case s.value ->> 'feeBearer' when 'reseller' then new.gross - new.fee else new.gross end
    ) then
      raise exception 'this is not the requested payment'
        using errcode = 'check_violation', constraint = 'payments_exact';
    end if;
    if new.keys_id is not null and not exists (
      select
      from payments p
      where p.id = new.payment_id
        and (p.provider, p.reference, p.keys_id) = (new.provider, new.reference, new.keys_id)
        and (new.state <> 'direct'
          or p.currency = new.currency and p.amount in (new.gross, new.gross - new.fee))
    ) then
      raise exception 'this is not the requested payment'
        using errcode = 'check_violation', constraint = 'payments_exact';
    end if;
    if new.part_of is not null and not exists (
      select
      from provider_transactions b
      where b.id = new.part_of and b.part_of is null
        and (b.provider, b.currency) = (new.provider, new.currency)
        and b.keys_id is not distinct from new.keys_id
        and starts_with(new.transaction, b.transaction || '+')
    ) then
      raise exception 'this is not a part of that transaction'
        using errcode = 'check_violation', constraint = 'payments_exact';
    end if;
    return new;
  end if;

  if (
    new.provider, new.transaction, new.part_of, new.keys_id, new.payment_id, new.account_id, new.reference,
    new.gross, new.fee, new.currency, new.paid_at, new.account
  ) is distinct from (
    old.provider, old.transaction, old.part_of, old.keys_id, old.payment_id, old.account_id, old.reference,
    old.gross, old.fee, old.currency, old.paid_at, old.account
  )
    or new.raw not in (old.raw, '')
    or (new.suspense_reason is distinct from old.suspense_reason
      and (old.state, new.state) not in (('credited', 'refunding'), ('direct', 'refunding')))
    or (new.extra <> old.extra
      and ((old.state, new.state) <> ('credited', 'refunding')
        or new.extra <> old.gross - old.lost - old.credited))
  then
    raise exception 'a confirmed transaction cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (
    (old.state, new.state) not in (
      ('suspense', 'assigned'), ('suspense', 'refunded'), ('suspense', 'refunding'),
      ('credited', 'refunding'), ('direct', 'refunding'),
      ('unmatched', 'refunding'), ('unmatched', 'refunded'),
      ('refunding', 'unmatched'), ('refunding', 'refunded'), ('refunding', 'suspense')
    )
    or (new.reversed_at is not null and new.restored_at is null)
  ) then
    raise exception 'money that is % cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'provider_transactions_moves';
  end if;
  if new.state = old.state and (
    new.reseller_id, new.credited, new.decided_at, new.decided_by, new.reason
  ) is distinct from (
    old.reseller_id, old.credited - (new.lost - old.lost), old.decided_at, old.decided_by, old.reason
  ) then
    raise exception 'a decision cannot be changed' using errcode = 'restrict_violation';
  end if;
  if (old.reversed_at is not null and new.reversed_at is distinct from old.reversed_at)
    or (old.restored_at is not null and new.restored_at is distinct from old.restored_at)
    or (new.reversed_at is distinct from old.reversed_at
      and (old.state not in ('credited', 'assigned', 'suspense', 'refunded') or old.keys_id is not null))
    or (new.lost <> old.lost
      and (old.lost <> 0
        or new.state <> old.state
        or old.state not in ('credited', 'assigned', 'suspense')
        or (old.reversed_at is not null and old.restored_at is null)))
  then
    raise exception 'money is taken back once, lost in part once, and given back once'
      using errcode = 'check_violation', constraint = 'provider_transactions_moves';
  end if;
  return new;
end $$;

create or replace trigger provider_transactions_confirmed_check
  before insert or update on provider_transactions
  for each row execute function check_provider_transaction();
