-- step by step
alter table provider_transactions validate constraint provider_transactions_account_id_payment_accounts_id_fk;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "provider_transactions_due" ON "provider_transactions" USING btree ("next_check_at") WHERE "provider_transactions"."next_check_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "provider_transactions_account" ON "provider_transactions" USING btree ("account_id","id") WHERE "provider_transactions"."account_id" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "provider_transactions_reversed" ON "provider_transactions" USING btree ("id") WHERE "provider_transactions"."reversed_at" is not null;
--> statement-breakpoint
alter table journals validate constraint journals_kind;
--> statement-breakpoint
alter table house_entries validate constraint house_entries_step;
--> statement-breakpoint
alter table provider_transactions validate constraint provider_transactions_reversed;
--> statement-breakpoint
alter table provider_transactions validate constraint provider_transactions_state;
--> statement-breakpoint
alter table provider_transactions validate constraint provider_transactions_decided;
