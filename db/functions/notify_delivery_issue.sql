-- Pages hear of a delivery issue or complaint by the channel of their wallets.
create or replace function notify_delivery_issue() returns trigger language plpgsql as $$
begin
  perform pg_notify('wallet', new.reseller_id::text);
  return null;
end $$;

create or replace trigger complaints_notify
  after insert or update on complaints
  for each row
  execute function notify_delivery_issue();

create or replace trigger delivery_issues_notify
  after insert or update on delivery_issues
  for each row
  execute function notify_delivery_issue();
