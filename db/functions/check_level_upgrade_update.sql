-- A request is decided once, and the decision stays.
create or replace function check_level_upgrade_update() returns trigger language plpgsql as $$
begin
  if old.state <> 'pending' or (
    new.reseller_id, new.ref, new.from_level, new.to_level,
    new.volume, new.saving, new.price, new.requested_at
  ) is distinct from (
    old.reseller_id, old.ref, old.from_level, old.to_level,
    old.volume, old.saving, old.price, old.requested_at
  ) then
    raise exception 'a decided level upgrade cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger level_upgrades_update_check before update on level_upgrades
  for each row execute function check_level_upgrade_update();
