-- Pages of a reseller hear of money that moved, and of requests about it.
create or replace function notify_wallet() returns trigger language plpgsql as $$
begin
  perform pg_notify('wallet', new.reseller_id::text);
  return null;
end $$;

create or replace trigger dedicated_accounts_notify after insert or update of state on dedicated_accounts
  for each row execute function notify_wallet();

create or replace trigger funding_requests_notify after insert or update of state on funding_requests
  for each row execute function notify_wallet();

create or replace trigger journals_money_notify after insert on journals for each row
  when (new.purchase_id is null) execute function notify_wallet();

create or replace trigger level_upgrades_notify after insert or update of state on level_upgrades
  for each row execute function notify_wallet();

create or replace trigger payments_notify after insert or update of state, page on payments
  for each row execute function notify_wallet();
