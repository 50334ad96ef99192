-- A wallet matches its entries and its open purchases when a transaction commits (docs/decisions/matching-wallets.md). What
-- changes is counted as it changes, so that no commit reads more rows for a wallet with more purchases.
--> statement-breakpoint
-- A number for a balance of a wallet, which no other balance has by accident.
create function mark_balance(reseller bigint, account text, balance bigint) returns numeric immutable language sql as $$
  select hashint8extended(balance, hashtextextended(account, reseller))::numeric
$$;
--> statement-breakpoint
-- A number for an amount that is held in a wallet.
create function mark_held(reseller bigint, amount bigint) returns numeric immutable language sql as $$
  select amount::numeric * hashint8extended(reseller, 0)
$$;
--> statement-breakpoint
-- Adds to what does not match yet in this transaction; rolled back with its savepoint.
create function add_unmatched(amount numeric) returns text language sql as $$
  select set_config('portal.unmatched',
    (coalesce(nullif(current_setting('portal.unmatched', true), ''), '0')::numeric + amount)::text, true)
$$;
--> statement-breakpoint
create function count_wallet_change() returns trigger language plpgsql as $$
declare
  unmatched text;
begin
  unmatched := add_unmatched(
    mark_balance(new.reseller_id, 'wallet', new.wallet) - mark_balance(new.reseller_id, 'wallet', coalesce(old.wallet, 0))
    + mark_balance(new.reseller_id, 'held', new.held) - mark_balance(new.reseller_id, 'held', coalesce(old.held, 0))
    + mark_balance(new.reseller_id, 'sales', new.sales) - mark_balance(new.reseller_id, 'sales', coalesce(old.sales, 0))
    + mark_balance(new.reseller_id, 'funding', new.funding) - mark_balance(new.reseller_id, 'funding', coalesce(old.funding, 0))
    + mark_held(new.reseller_id, new.held - coalesce(old.held, 0)));
  return null;
end $$;
--> statement-breakpoint
create function count_entry() returns trigger language plpgsql as $$
declare
  unmatched text;
begin
  unmatched := add_unmatched(
    mark_balance(new.reseller_id, new.account, new.balance - new.amount)
    - mark_balance(new.reseller_id, new.account, new.balance));
  return null;
end $$;
--> statement-breakpoint
create function count_open_purchase() returns trigger language plpgsql as $$
declare
  unmatched text;
begin
  unmatched := add_unmatched(mark_held(new.reseller_id,
    case when tg_op = 'UPDATE' and old.settled_at is null then old.price else 0 end
    - case when new.settled_at is null then new.price else 0 end));
  return null;
end $$;
--> statement-breakpoint
create function check_wallets_match() returns trigger language plpgsql as $$
begin
  if current_setting('portal.unmatched', true) <> '0' then
    raise exception 'a wallet differs from its entries or from its open purchases (reseller %)', new.reseller_id
      using errcode = 'check_violation', constraint = 'wallets_match';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger wallets_count_change after insert or update of wallet, held, sales, funding on wallets
  for each row execute function count_wallet_change();
--> statement-breakpoint
create constraint trigger wallets_match after insert or update of wallet, held, sales, funding on wallets
  deferrable initially deferred for each row execute function check_wallets_match();
--> statement-breakpoint
create trigger entries_count after insert on entries for each row execute function count_entry();
--> statement-breakpoint
create constraint trigger wallets_match after insert on entries
  deferrable initially deferred for each row execute function check_wallets_match();
--> statement-breakpoint
create trigger purchases_count_open after insert or update of settled_at on purchases
  for each row execute function count_open_purchase();
--> statement-breakpoint
create constraint trigger wallets_match after insert or update of settled_at on purchases
  deferrable initially deferred for each row execute function check_wallets_match();
