-- Counts changed balances against entries and open purchases, for the check at the commit.
create or replace function count_wallet_change() returns trigger language plpgsql as $$
declare
  unmatched text;
begin
  unmatched := add_unmatched(
    mark_balance(new.reseller_id, 'wallet', new.wallet)
    - mark_balance(new.reseller_id, 'wallet', coalesce(old.wallet, 0))
    + mark_balance(new.reseller_id, 'held', new.held)
    - mark_balance(new.reseller_id, 'held', coalesce(old.held, 0))
    + mark_balance(new.reseller_id, 'sales', new.sales)
    - mark_balance(new.reseller_id, 'sales', coalesce(old.sales, 0))
    + mark_balance(new.reseller_id, 'funding', new.funding)
    - mark_balance(new.reseller_id, 'funding', coalesce(old.funding, 0))
    + mark_balance(new.reseller_id, 'advanced', new.advanced)
    - mark_balance(new.reseller_id, 'advanced', coalesce(old.advanced, 0))
    + mark_advanced(new.reseller_id, new.advanced - coalesce(old.advanced, 0))
    + mark_held(new.reseller_id, new.held - coalesce(old.held, 0))
  );
  return null;
end $$;

create or replace trigger wallets_count_change
  after insert or update of wallet, held, sales, funding, advanced on wallets
  for each row execute function count_wallet_change();
