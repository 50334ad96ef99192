-- The request stays as it is.
create or replace function check_payment_update() returns trigger language plpgsql as $$
begin
  if (
    new.reference, new.purpose, new.order_id, new.keys_id, new.reseller_id,
    new.ref, new.provider, new.amount, new.currency, new.fee_bearer
  ) is distinct from (
    old.reference, old.purpose, old.order_id, old.keys_id, old.reseller_id,
    old.ref, old.provider, old.amount, old.currency, old.fee_bearer
  ) then
    raise exception 'a requested payment cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('started', 'paid'), ('started', 'review'), ('started', 'failed'), ('started', 'expired'),
    ('failed', 'paid'), ('failed', 'review'), ('expired', 'paid'), ('expired', 'review'), ('review', 'paid')
  ) then
    raise exception 'a % payment cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'payments_update_check';
  end if;
  return new;
end $$;

create or replace trigger payments_update_check
  before update on payments
  for each row
  execute function check_payment_update();
