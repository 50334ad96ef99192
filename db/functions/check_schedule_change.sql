-- The result of a day stays; so do the schedule's owner and its end.
create or replace function check_schedule_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.reseller_id, new.key) is distinct from (old.reseller_id, old.key) then
    raise exception 'a schedule is kept, and stays its owner''s' using errcode = 'restrict_violation';
  end if;
  if old.state = 'ended' then
    raise exception 'a schedule that is over stays so' using errcode = 'check_violation',
      constraint = 'schedules_update_check';
  end if;
  return new;
end $$;

create or replace trigger schedules_update_check
  before update or delete on schedules
  for each row
  execute function check_schedule_change();
