-- Records the event of an announcement.
create or replace function record_announcement_event() returns trigger language plpgsql as $$
begin
  perform record_event(
    'announcement.made', new.id::text, null,
    jsonb_build_object(
      'kind', new.kind, 'network', (select name from networks where id = new.network_id), 'text', new.text));
  return null;
end $$;

create or replace trigger announcements_events after insert on announcements
  for each row execute function record_announcement_event();
