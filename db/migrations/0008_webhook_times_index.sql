-- step by step
create index concurrently deliveries_webhook_times on deliveries (target, created_at) where channel = 'webhooks';
