-- A batch that may continue, or was cancelled, is due now, whatever pause it had.
create or replace function make_batch_due() returns trigger language plpgsql as $$
begin
  new.due_at := now();
  new.looks := 0;
  return new;
end $$;

create or replace trigger batches_due before update of state, pause on batches for each row
  when (new.state <> old.state or new.pause is null and old.pause is not null)
  execute function make_batch_due();
