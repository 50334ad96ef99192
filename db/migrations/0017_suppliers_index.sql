-- step by step
create index concurrently attempts_supplier on attempts (supplier_id, claimed_at) where supplier_id <> 1;
--> statement-breakpoint
create unique index concurrently chain_checkpoints_hour on chain_checkpoints (supplier_id, hour);
--> statement-breakpoint
-- A version that knows no suppliers can't store a checkpoint with this key, so its chain ends.
alter table chain_checkpoints drop constraint chain_checkpoints_pkey,
  add constraint chain_checkpoints_pkey primary key using index chain_checkpoints_hour;
--> statement-breakpoint
alter table dispatcher validate constraint dispatcher_routing;
--> statement-breakpoint
alter table chain_findings validate constraint chain_findings_single;
