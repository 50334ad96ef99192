-- Counts a written entry against the wallet's change and its journal, for the check at the commit.
create or replace function count_entry() returns trigger language plpgsql as $$
declare
  unmatched text;
begin
  unmatched := add_unmatched(
    mark_balance(new.reseller_id, new.account, new.balance - new.amount)
    - mark_balance(new.reseller_id, new.account, new.balance)
    + mark_entries(new.journal_id, 1, new.amount)
  );
  return null;
end $$;

create or replace trigger entries_count after insert on entries for each row execute function count_entry();
