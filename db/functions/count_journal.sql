-- A journal takes two entries that sum to zero (`count_entry`).
create or replace function count_journal() returns trigger language plpgsql as $$
declare
  unmatched text;
begin
  unmatched := add_unmatched(mark_entries(new.id, -2, 0));
  return null;
end $$;

drop trigger if exists entries_count_journal on entries;
create or replace trigger journals_count after insert on journals
  for each row execute function count_journal();
