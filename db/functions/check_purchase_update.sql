-- A purchase keeps its content, and only moves along its states.
create or replace function check_purchase_update() returns trigger language plpgsql as $$
begin
  if (
    new.ident, new.reseller_id, new.namespace, new.ref, new.plan_id,
    new.network_id, new.phone, new.price, new.cost, new.batch_id, new.helper_id
  ) is distinct from (
    old.ident, old.reseller_id, old.namespace, old.ref, old.plan_id,
    old.network_id, old.phone, old.price, old.cost, old.batch_id, old.helper_id
  ) then
    raise exception 'a purchase''s content cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('queued', 'sending'), ('queued', 'failed'),
    ('sending', 'queued'), ('sending', 'successful'), ('sending', 'failed'), ('sending', 'unconfirmed'),
    ('unconfirmed', 'successful'), ('unconfirmed', 'failed'),
    ('successful', 'reversed')
  ) then
    raise exception 'a % purchase cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'purchases_update_check';
  end if;
  if new.advance is distinct from old.advance
    and (coalesce(old.advance, 'none'), coalesce(new.advance, 'none')) not in (
      ('none', 'open'), ('open', 'closed'), ('open', 'awaiting_consent'),
      ('awaiting_consent', 'repaid'), ('awaiting_consent', 'waived')
    ) then
    raise exception 'an advance that is % cannot become %', coalesce(old.advance, 'none'), new.advance
      using errcode = 'check_violation', constraint = 'purchases_update_check';
  end if;
  return new;
end $$;

create or replace trigger purchases_update_check
  before update on purchases
  for each row
  execute function check_purchase_update();
