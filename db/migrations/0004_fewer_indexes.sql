-- step by step
create unique index concurrently purchases_ref_first on purchases (ref, reseller_id);
--> statement-breakpoint
alter table purchases drop constraint purchases_ref, add constraint purchases_ref unique using index purchases_ref_first;
--> statement-breakpoint
drop index concurrently if exists purchases_ref_search;
--> statement-breakpoint
drop index concurrently if exists purchases_upstream;
--> statement-breakpoint
create index concurrently attempts_told_id on attempts (upstream_id) where upstream_id is not null;
--> statement-breakpoint
create index concurrently attempts_told_ident on attempts (upstream_ident) where upstream_ident is not null;
--> statement-breakpoint
drop index concurrently if exists attempts_upstream;
--> statement-breakpoint
drop index concurrently if exists attempts_upstream_ident;
--> statement-breakpoint
drop index concurrently if exists entries_account;
