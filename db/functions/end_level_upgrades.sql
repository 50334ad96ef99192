-- A level that changed in another way, and a closed account, leave nothing to decide.
create or replace function end_level_upgrades() returns trigger language plpgsql as $$
declare
  why constant text := case
    when new.state = 'closed' then 'The account was closed.'
    else 'The level was changed in another way.'
  end;
begin
  with ended as (
    update level_upgrades
    set state = 'ended', reason = why, decided_at = now(), decided_by = 'system:upgrade'
    where reseller_id = new.id and state = 'pending'
    returning id
  )
  insert into audit (actor, action, subject, subject_id, reseller_id, reason, before, after)
  select
    'system:upgrade', 'upgrade.ended', 'upgrade', id::text, new.id, why,
    jsonb_build_object('state', 'pending', 'level', old.level),
    jsonb_build_object('state', 'ended', 'level', new.level)
  from ended;
  return null;
end $$;

create or replace trigger resellers_end_upgrades after update on resellers for each row
  when (new.level <> old.level or new.state = 'closed' and old.state <> 'closed')
  execute function end_level_upgrades();
