-- A refund is of one transaction, under one key; an ended one stays so.
create or replace function check_refund_update() returns trigger language plpgsql as $$
begin
  if (new.key, new.provider_key, new.transaction_id, new.reason, new.requested_by)
      is distinct from (old.key, old.provider_key, old.transaction_id, old.reason, old.requested_by)
    or (old.refund is not null and new.refund is distinct from old.refund)
  then
    raise exception 'a requested refund cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state in ('done', 'failed') or new.state = 'requested') then
    raise exception 'a % refund cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'payment_refunds_update_check';
  end if;
  return new;
end $$;

create or replace trigger payment_refunds_update_check
  before update on payment_refunds
  for each row
  execute function check_refund_update();
