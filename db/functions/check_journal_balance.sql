-- Each journal sums to zero when its transaction commits.
create or replace function check_journal_balance() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from entries where journal_id = new.journal_id) <> 0 then
    raise exception 'journal % does not sum to zero', new.journal_id
      using errcode = 'check_violation', constraint = 'journals_balanced';
  end if;
  return null;
end $$;

drop trigger if exists journals_balanced on entries;
create constraint trigger journals_balanced after insert on entries deferrable initially deferred
  for each row execute function check_journal_balance();
