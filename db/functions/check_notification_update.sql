-- A notification stays as it was created; it is only read, and sent.
create or replace function check_notification_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.event, new.key, new.facts, new.at)
      is distinct from (old.account_id, old.event, old.key, old.facts, old.at)
    or old.read_at is not null and new.read_at is distinct from old.read_at
    or old.delivered_at is not null and new.delivered_at is distinct from old.delivered_at
  then
    raise exception 'a notification cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger notifications_update_check
  before update on notifications
  for each row
  execute function check_notification_update();
