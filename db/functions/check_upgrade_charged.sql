-- Checks at the commit that a bought level was charged, to the unit.
create or replace function check_upgrade_charged() returns trigger language plpgsql as $$
begin
  if not is_upgrade_charged(new) then
    raise exception 'level upgrade % was not charged', new.id
      using errcode = 'check_violation', constraint = 'level_upgrades_check_charged';
  end if;
  return null;
end $$;

drop trigger if exists level_upgrades_check_charged on level_upgrades;
create constraint trigger level_upgrades_check_charged
  after insert on level_upgrades
  deferrable initially deferred
  for each row when (new.price is not null) execute function check_upgrade_charged();
