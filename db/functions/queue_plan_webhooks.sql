create or replace function queue_plan_webhooks() returns trigger language plpgsql as $$
begin
  insert into deliveries (channel, target, account_id, type, subject)
  select 'webhooks', id::text, reseller_id, 'plans.changed', new.version::text
  from webhook_endpoints
  where removed_at is null and not test and 'plans' = any(events);
  return null;
end $$;

create or replace trigger catalogue_webhooks after update of version on catalogue
  for each row when ((new.version <> old.version)) execute function queue_plan_webhooks();
