-- A purchase only moves along its states, and one that is queued only in the database that sending runs in: a
-- later claim may be missing in another.
create or replace function check_purchase_update() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in (
    ('queued', 'sending'), ('queued', 'failed'),
    ('sending', 'queued'), ('sending', 'successful'), ('sending', 'failed'), ('sending', 'unconfirmed'),
    ('unconfirmed', 'successful'), ('unconfirmed', 'failed'),
    ('successful', 'reversed')
  ) then
    raise exception 'a % purchase cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'purchases_update_check';
  end if;
  if new.state <> old.state and old.state = 'queued' and not is_home_database() then
    raise exception 'a queued purchase stays as it is in a database that is not confirmed'
      using errcode = 'check_violation', constraint = 'purchases_home_check';
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
  before update of state, advance on purchases
  for each row
  execute function check_purchase_update();
