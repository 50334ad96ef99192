-- step by step
alter table purchases validate constraint purchases_namespace;
--> statement-breakpoint
create unique index concurrently purchases_ref_namespace on purchases (ref, reseller_id, namespace);
--> statement-breakpoint
alter table purchases drop constraint purchases_ref, add constraint purchases_ref unique using index purchases_ref_namespace;
