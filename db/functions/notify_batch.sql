-- Background work hears of a batch that may continue, and pages of one that was paused.
create or replace function notify_batch() returns trigger language plpgsql as $$
begin
  perform pg_notify('batch', new.id::text), pg_notify('wallet', new.reseller_id::text);
  return null;
end $$;

create or replace trigger batches_notify after update of state, pause, done_at on batches
  for each row when ((old.state, old.pause, old.done_at) is distinct from (new.state, new.pause, new.done_at))
  execute function notify_batch();
