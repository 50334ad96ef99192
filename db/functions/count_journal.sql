-- A journal takes two entries that sum to zero.
create or replace function count_journal() returns trigger language plpgsql as $$
declare
  unmatched text;
begin
  if tg_table_name = 'journals' then
    unmatched := add_unmatched(mark_entries(new.id, -2, 0));
  else
    unmatched := add_unmatched(mark_entries(new.journal_id, 1, new.amount));
  end if;
  return null;
end $$;

-- Both in one transaction: a commit that only one of them counted would be rejected.
create or replace trigger journals_count after insert on journals
  for each row execute function count_journal();

create or replace trigger entries_count_journal after insert on entries
  for each row execute function count_journal();
