-- Records the event of a decision.
create or replace function record_upgrade_event() returns trigger language plpgsql as $$
begin
  perform record_event(
    'upgrade.decided', new.id::text, new.reseller_id,
    jsonb_strip_nulls(jsonb_build_object('state', new.state, 'level', new.to_level, 'reason', new.reason)));
  return null;
end $$;

create or replace trigger level_upgrades_events after update of state on level_upgrades
  for each row when (new.state in ('approved', 'rejected')) execute function record_upgrade_event();
