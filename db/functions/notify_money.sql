-- Whose money it is hears of it: their wallet's, or that of the account it came to.
create or replace function notify_money() returns trigger language plpgsql as $$
declare
  whose bigint := coalesce(
    new.reseller_id, (select reseller_id from dedicated_accounts where id = new.account_id));
begin
  if whose is not null then
    perform pg_notify('wallet', whose::text);
  end if;
  return null;
end $$;

create or replace trigger provider_transactions_notify
  after insert or update of state, reversed_at, restored_at on provider_transactions
  for each row execute function notify_money();
