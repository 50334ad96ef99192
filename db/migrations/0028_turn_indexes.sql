-- step by step
create index concurrently if not exists purchases_queued on purchases (reseller_id, channel, id) where state = 'queued';
--> statement-breakpoint
create index concurrently if not exists attempts_repriced on attempts (purchase_id) where amount <> cost;
