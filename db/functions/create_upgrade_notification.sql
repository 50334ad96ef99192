create or replace function create_upgrade_notification() returns trigger language plpgsql as $$
begin
  perform create_notification(
    new.reseller_id, 'upgrade', new.id::text,
    jsonb_strip_nulls(jsonb_build_object('state', new.state, 'level', new.to_level, 'reason', new.reason)));
  return null;
end $$;

create or replace trigger level_upgrades_notifications after update of state on level_upgrades
  for each row when (new.state in ('approved', 'rejected')) execute function create_upgrade_notification();
