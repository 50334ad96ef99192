-- step by step
alter table moved_alone validate constraint moved_alone_kind;
--> statement-breakpoint
alter table decisions validate constraint decisions_kind;
--> statement-breakpoint
create index concurrently moved_alone_day on moved_alone (admin_id, at);
--> statement-breakpoint
drop index concurrently if exists moved_alone_admin;
