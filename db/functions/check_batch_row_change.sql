-- Keeps the result of a row; only rows of a draft are deleted.
create or replace function check_batch_row_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state = 'waiting'
      and not exists (select from batches where id = old.batch_id and state <> 'draft')
    then
      return old;
    end if;
    raise exception 'the rows of a batch that was begun are kept' using errcode = 'restrict_violation';
  end if;
  if old.state <> 'waiting'
    or (new.batch_id, new.line, new.retry_of) is distinct from (old.batch_id, old.line, old.retry_of)
  then
    raise exception 'the result of a row cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger batch_rows_update_check
  before update or delete on batch_rows
  for each row
  execute function check_batch_row_change();
