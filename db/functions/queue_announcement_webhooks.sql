create or replace function queue_announcement_webhooks() returns trigger language plpgsql as $$
begin
  insert into deliveries (channel, target, account_id, type, subject)
  select 'webhooks', id::text, reseller_id, 'announcement.made', new.id::text
  from webhook_endpoints
  where removed_at is null and not test and 'announcements' = any(events);
  return null;
end $$;

create or replace trigger announcements_webhooks after insert on announcements
  for each row execute function queue_announcement_webhooks();
