-- step by step
CREATE INDEX CONCURRENTLY "provider_transactions_parts" ON "provider_transactions" USING btree ("part_of") WHERE "provider_transactions"."part_of" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "settlement_differences_transaction" ON "settlement_differences" USING btree ("transaction_id","kind") WHERE "settlement_differences"."kind" in ('changed', 'charged_back', 'lost');
--> statement-breakpoint
alter table provider_transactions validate constraint provider_transactions_part_of_provider_transactions_id_fk;
--> statement-breakpoint
alter table provider_transactions validate constraint provider_transactions_lost;
--> statement-breakpoint
alter table house_entries validate constraint house_entries_step;
--> statement-breakpoint
alter table settlement_differences validate constraint settlement_differences_kind;
