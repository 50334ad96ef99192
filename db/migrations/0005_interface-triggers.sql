-- Limits may be forgotten in a crash of the database, and so need not wait for its disk.
alter table token_windows set unlogged;
--> statement-breakpoint
-- A webhook is written by the transaction that it tells of: it is neither lost nor told too soon.
create function tell_webhooks_of_purchase() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (endpoint_id, type, subject)
    select id, 'purchase.' || new.state, new.ident from webhook_endpoints
    where reseller_id = new.reseller_id and removed_at is null and 'purchases' = any(events);
  if found then perform pg_notify('webhook', ''); end if;
  return null;
end $$;
--> statement-breakpoint
create trigger purchases_webhooks after update of state on purchases
  for each row when (new.state is distinct from old.state and new.state in ('successful', 'failed', 'reversed'))
  execute function tell_webhooks_of_purchase();
--> statement-breakpoint
create function tell_webhooks_of_plans() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (endpoint_id, type, subject)
    select id, 'plans.changed', new.version::text from webhook_endpoints
    where removed_at is null and 'plans' = any(events);
  if found then perform pg_notify('webhook', ''); end if;
  return null;
end $$;
--> statement-breakpoint
create trigger catalogue_webhooks after update of version on catalogue
  for each row when (new.version <> old.version) execute function tell_webhooks_of_plans();
