create or replace function create_announcement_notifications() returns trigger language plpgsql as $$
begin
  insert into notifications (account_id, event, key, facts, shown)
  select
    r.id, 'announcement', new.id::text,
    jsonb_build_object(
      'kind', new.kind, 'network', (select name from networks where id = new.network_id), 'text', new.text),
    coalesce(c.portal, true)
  from resellers r
  left join notification_preferences c on c.account_id = r.id and c.event = 'announcement'
  where r.state <> 'closed';
  if found then perform pg_notify('notification', ''); end if;
  return null;
end $$;

create or replace trigger announcements_notifications
  after insert on announcements
  for each row
  execute function create_announcement_notifications();
