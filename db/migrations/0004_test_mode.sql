create table test_wallets (
  reseller_id bigint primary key not null constraint test_wallets_reseller_id_accounts_id_fk references accounts (id),
  balance bigint default 10000000 not null constraint test_wallets_balance check (balance >= 0),
  placed_on date,
  placed integer default 0 not null,
  rejected_refs text[] default '{}' not null
);
--> statement-breakpoint
alter table test_purchases add column state text;
--> statement-breakpoint
alter table webhook_endpoints add column test boolean default false not null;
--> statement-breakpoint
create or replace function queue_purchase_webhooks() returns trigger language plpgsql as $$
begin
  if new.state is distinct from old.state and new.state in ('successful', 'failed', 'reversed') then
    insert into deliveries (channel, target, account_id, type, subject)
      select 'webhooks', id::text, reseller_id, 'purchase.' || new.state, new.ident from webhook_endpoints
      where reseller_id = new.reseller_id and removed_at is null and not test and 'purchases' = any(events);
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace function queue_plan_webhooks() returns trigger language plpgsql as $$
begin
  insert into deliveries (channel, target, account_id, type, subject)
    select 'webhooks', id::text, reseller_id, 'plans.changed', new.version::text from webhook_endpoints
    where removed_at is null and not test and 'plans' = any(events);
  return null;
end $$;
--> statement-breakpoint
create or replace function queue_announcement_webhooks() returns trigger language plpgsql as $$
begin
  insert into deliveries (channel, target, account_id, type, subject)
    select 'webhooks', id::text, reseller_id, 'announcement.made', new.id::text from webhook_endpoints
    where removed_at is null and not test and 'announcements' = any(events);
  return null;
end $$;
--> statement-breakpoint
create function queue_test_purchase_webhooks() returns trigger language plpgsql as $$
begin
  if new.state in ('successful', 'failed', 'reversed') then
    insert into deliveries (channel, target, account_id, type, subject)
      select 'webhooks', id::text, reseller_id, 'purchase.' || new.state, new.ident from webhook_endpoints
      where reseller_id = new.reseller_id and removed_at is null and test and 'purchases' = any(events);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger test_purchases_placed_webhooks after insert on test_purchases
  for each row execute function queue_test_purchase_webhooks();
--> statement-breakpoint
create trigger test_purchases_moved_webhooks after update of state on test_purchases
  for each row when ((new.state is distinct from old.state)) execute function queue_test_purchase_webhooks();
