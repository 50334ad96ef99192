-- Checks at the commit that wallets match their entries and open purchases.
create or replace function check_wallets_match() returns trigger language plpgsql as $$
begin
  if current_setting('portal.unmatched', true) <> '0' then
    raise exception 'a wallet differs from its entries or from its open purchases (reseller %)',
      new.reseller_id
      using errcode = 'check_violation', constraint = 'wallets_match';
  end if;
  return null;
end $$;

drop trigger if exists wallets_match on entries;
create constraint trigger wallets_match after insert on entries
  deferrable initially deferred for each row execute function check_wallets_match();

drop trigger if exists wallets_match on purchases;
create constraint trigger wallets_match after insert or update of settled_at, advance on purchases
  deferrable initially deferred for each row execute function check_wallets_match();

drop trigger if exists wallets_match on wallets;
create constraint trigger wallets_match
  after insert or update of wallet, held, sales, funding, advanced on wallets
  deferrable initially deferred for each row execute function check_wallets_match();
