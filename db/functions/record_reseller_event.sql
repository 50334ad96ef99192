-- Records the event of a changed level or a closed account.
create or replace function record_reseller_event() returns trigger language plpgsql as $$
begin
  perform record_event(
    case when new.state = 'closed' and old.state <> 'closed' then 'reseller.closed' else 'reseller.level_changed' end,
    new.id::text, new.id, jsonb_build_object('was', old.level, 'level', new.level));
  return null;
end $$;

create or replace trigger resellers_events after update of level, state on resellers for each row
  when (new.level <> old.level or new.state = 'closed' and old.state <> 'closed')
  execute function record_reseller_event();
