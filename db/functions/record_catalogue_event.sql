-- Records the event of a new version.
create or replace function record_catalogue_event() returns trigger language plpgsql as $$
begin
  perform record_event('catalogue.changed', new.version::text, null, '{}');
  return null;
end $$;

create or replace trigger catalogue_events after update of version on catalogue
  for each row when ((new.version <> old.version)) execute function record_catalogue_event();
