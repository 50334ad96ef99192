-- Records the event of an announcement.
create or replace function record_announcement_event() returns trigger language plpgsql as $$
begin
  perform record_event(
    'announcement.made', new.id::text, null,
    jsonb_build_object(
      'kind', new.kind, 'network', (select name from networks where id = new.network_id), 'text', new.text));
  return null;
end $$;

-- What it replaces goes in the same transaction.
drop trigger if exists announcements_webhooks on announcements;
drop function if exists queue_announcement_webhooks();
drop trigger if exists announcements_notifications on announcements;
drop function if exists create_announcement_notifications();
create or replace trigger announcements_events after insert on announcements
  for each row execute function record_announcement_event();
