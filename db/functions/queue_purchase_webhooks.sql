create or replace function queue_purchase_webhooks() returns trigger language plpgsql as $$
begin
  if new.state is distinct from old.state and new.state in ('successful', 'failed', 'reversed') then
    insert into deliveries (channel, target, account_id, type, subject)
    select 'webhooks', id::text, reseller_id, 'purchase.' || new.state, new.ident
    from webhook_endpoints
    where reseller_id = new.reseller_id and removed_at is null and not test and 'purchases' = any(events);
  end if;
  return null;
end $$;

create or replace trigger purchases_webhooks after update of state on purchases for each row
  execute function queue_purchase_webhooks();
