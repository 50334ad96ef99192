-- step by step
alter table journals validate constraint journals_kind;
--> statement-breakpoint
alter table decisions validate constraint decisions_kind;
