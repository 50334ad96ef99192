-- Allows only valid changes of state; keeps started batches.
create or replace function check_batch_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state = 'draft' then return old; end if;
    raise exception 'a started batch is kept' using errcode = 'restrict_violation';
  end if;
  if (new.reseller_id, new.key) is distinct from (old.reseller_id, old.key) then
    raise exception 'the reseller and the key of a batch can''t be changed' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state
    and (old.state, new.state) not in (('draft', 'running'), ('running', 'cancelled'))
  then
    raise exception 'a % batch can''t become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'batches_update_check';
  end if;
  return new;
end $$;

create or replace trigger batches_update_check
  before update or delete on batches
  for each row
  execute function check_batch_change();
