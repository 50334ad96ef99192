-- step by step
create unique index concurrently account_links_open_one on account_links (account_id, by_mail)
  where used_at is null and ended_at is null;
--> statement-breakpoint
drop index concurrently if exists account_links_open;
