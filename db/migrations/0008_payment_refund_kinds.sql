-- step by step
alter table journals validate constraint journals_kind;
--> statement-breakpoint
alter table house_entries validate constraint house_entries_step;
--> statement-breakpoint
alter table provider_transactions validate constraint provider_transactions_extra;
