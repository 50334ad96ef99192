-- Rejects a change that leaves no owner who can sign in.
create or replace function check_last_owner() returns trigger language plpgsql as $$
declare
  owners bigint;
begin
  -- A transaction that takes an owner away waits here for others that do so too, and then counts again.
  select id into owners from staff_roles where built_in = 'owner' for no key update;
  if tg_table_name = 'staff' then
    if old.role_id is distinct from owners then return null; end if;
  elsif not exists (select from staff where id = old.id and role_id = owners) then
    return null;
  end if;
  if not exists (
    select
    from staff s
    join accounts a on a.id = s.id
    where s.role_id = owners and a.closed_at is null and not a.password_generated
  ) then
    raise exception 'an owner stays' using errcode = 'restrict_violation', constraint = 'staff_keep_owner';
  end if;
  return null;
end $$;

create or replace trigger accounts_keep_owner after update of closed_at on accounts
  for each row when (old.closed_at is null and new.closed_at is not null and new.role = 'admin')
  execute function check_last_owner();

create or replace trigger staff_keep_owner after delete or update of role_id on staff
  for each row execute function check_last_owner();
