-- What a provider said word for word can be erased, and not otherwise changed.
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
  if (new.provider, new.transaction, new.payment_id, new.account_id, new.reference, new.gross, new.fee, new.currency, new.paid_at, new.account)
     is distinct from
     (old.provider, old.transaction, old.payment_id, old.account_id, old.reference, old.gross, old.fee, old.currency, old.paid_at, old.account)
     or new.raw not in (old.raw, '')
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
