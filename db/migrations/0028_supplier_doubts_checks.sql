-- step by step
alter table plans validate constraint plans_doubt;
--> statement-breakpoint
alter table routes validate constraint routes_closed_for;
--> statement-breakpoint
-- in batches
update routes set matched_texts = coalesce(plan_texts(plan_id), '') where (supplier_id, supplier_plan_id) in (
  select supplier_id, supplier_plan_id from routes where plan_id is not null and matched_texts is null limit 1000);
