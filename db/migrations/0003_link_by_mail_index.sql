-- step by step
create unique index concurrently password_links_open_one on password_links (account_id, by_mail)
  where used_at is null and ended_at is null;
--> statement-breakpoint
drop index concurrently if exists password_links_open;
