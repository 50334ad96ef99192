create or replace function create_security_notification() returns trigger language plpgsql as $$
declare
  event constant text := notification_event_of(new.action);
  whom bigint := coalesce(new.reseller_id, case new.subject
    when 'account' then new.subject_id::bigint
    when 'session' then (select account_id from sessions where id = new.subject_id::bigint)
  end);
  device text;
begin
  -- An account isn't notified of changes before its first sign-in.
  if whom is null or not exists (select from sessions where account_id = whom and created_at < now()) then
    return null;
  end if;
  if event = 'device' then
    select device_hash into device from sessions where id = new.subject_id::bigint;
    if exists (
      select
      from sessions
      where account_id = whom and device_hash = device and id <> new.subject_id::bigint
    ) then
      return null;
    end if;
    perform create_notification(whom, event, new.subject_id, '{}');
  else
    perform create_notification(
      whom, event, new.id::text, jsonb_build_object('action', new.action, 'by', new.actor));
  end if;
  return null;
end $$;

create or replace trigger audit_notifications after insert on audit for each row
  when (notification_event_of(new.action) is not null) execute function create_security_notification();
