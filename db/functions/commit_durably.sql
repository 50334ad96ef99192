-- What money and answers depend on is on the disk when it is committed, whatever the server's setting says.
create or replace function commit_durably() returns trigger language plpgsql as $$
declare
  setting text := current_setting('synchronous_commit');
begin
  if setting <> 'remote_apply' then
    -- An assignment, unlike `perform`, runs no query.
    setting := set_config('synchronous_commit', 'on', true);
  end if;
  return null;
end $$;

create or replace trigger attempts_durable after insert or update on attempts
  for each statement execute function commit_durably();

create or replace trigger journals_durable
  after insert on journals
  for each statement
  execute function commit_durably();

create or replace trigger processes_durable
  after insert or update on processes
  for each statement
  execute function commit_durably();
