-- A number for a balance of a wallet, which no other balance has by accident. A wallet matches its entries
-- and its open purchases when a transaction commits (docs/decisions/matching-wallets.md): what changes is
-- counted as it changes, so that no commit reads more rows for a wallet with more purchases.
create or replace function mark_balance(reseller bigint, account text, balance bigint) returns numeric
immutable language sql as $$
  select hashint8extended(balance, hashtextextended(account, reseller))::numeric
$$;
