-- When a transaction commits, each journal has two entries that sum to zero. They are read only where the
-- counts don't match (`count_journal`): then this is the reason, or `wallets_match` has another.
create or replace function check_journal_balance() returns trigger language plpgsql as $$
declare
  about bigint;
begin
  if current_setting('portal.unmatched', true) = '0' then return null; end if;
  if tg_table_name = 'journals' then
    about := new.id;
  else
    about := new.journal_id;
  end if;
  if (select (count(*), sum(amount)) is distinct from (2, 0) from entries where journal_id = about) then
    raise exception 'journal % does not have two entries that sum to zero', about
      using errcode = 'check_violation', constraint = 'journals_balanced';
  end if;
  return null;
end $$;

drop trigger if exists journals_balanced on entries;
create constraint trigger journals_balanced after insert on entries
  deferrable initially deferred
  for each row execute function check_journal_balance();

drop trigger if exists journals_balanced on journals;
create constraint trigger journals_balanced after insert on journals
  deferrable initially deferred
  for each row execute function check_journal_balance();
