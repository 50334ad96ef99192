-- A request stays as it is, and a number stays its reseller's.
create or replace function check_dedicated_account_update() returns trigger language plpgsql as $$
begin
  if (new.reseller_id, new.provider, new.owner, new.currency)
      is distinct from (old.reseller_id, old.provider, old.owner, old.currency)
    or (old.number is not null and (new.number, new.opened_at) is distinct from (old.number, old.opened_at))
  then
    raise exception 'an account number stays its reseller''s' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('requested', 'open'), ('requested', 'rejected'), ('rejected', 'requested'),
    ('open', 'retired'), ('retired', 'open')
  ) then
    raise exception 'an account that is % cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'dedicated_accounts_update_check';
  end if;
  return new;
end $$;

create or replace trigger dedicated_accounts_update_check
  before update on dedicated_accounts
  for each row
  execute function check_dedicated_account_update();
