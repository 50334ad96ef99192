-- Counts a written entry against the wallet's change, for the check at the commit.
create or replace function count_entry() returns trigger language plpgsql as $$
declare
  unmatched text;
begin
  unmatched := add_unmatched(
    mark_balance(new.reseller_id, new.account, new.balance - new.amount)
    - mark_balance(new.reseller_id, new.account, new.balance)
  );
  return null;
end $$;

create or replace trigger entries_count after insert on entries for each row execute function count_entry();
