-- Keeps the result of an occurrence; only a waiting one is deleted.
create or replace function check_schedule_occurrence_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'waiting' then
    raise exception 'the result of a day cannot be changed' using errcode = 'restrict_violation',
      constraint = 'schedule_occurrences_update_check';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if (new.schedule_id, new.day) is distinct from (old.schedule_id, old.day) then
    raise exception 'a day stays its schedule''s' using errcode = 'restrict_violation',
      constraint = 'schedule_occurrences_update_check';
  end if;
  return new;
end $$;

create or replace trigger schedule_occurrences_update_check
  before update or delete on schedule_occurrences
  for each row
  execute function check_schedule_occurrence_change();
