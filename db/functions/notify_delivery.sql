-- Wakes the lane that sends it.
create or replace function notify_delivery() returns trigger language plpgsql as $$
begin
  perform pg_notify('lane', new.channel);
  return null;
end $$;

create or replace trigger deliveries_notify
  after insert on deliveries
  for each row
  execute function notify_delivery();
