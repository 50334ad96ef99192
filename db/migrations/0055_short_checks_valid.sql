-- step by step
alter table entries validate constraint entries_account_name;
--> statement-breakpoint
alter table journals validate constraint journals_kind;
--> statement-breakpoint
alter table purchases validate constraint purchases_state;
