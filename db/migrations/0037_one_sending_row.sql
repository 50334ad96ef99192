-- One row of sending and one turn for each supplier; `dispatcher` keeps the stop of all.
insert into supplier_sending (supplier_id, next_slot_at, stopped, stop_reason, stopped_by, stopped_at, probe_at,
  probe_delay_seconds, backoff_seconds)
select 1, next_slot_at, probe_at is not null, case when probe_at is not null then stop_reason end,
  case when probe_at is not null then stopped_by end, case when probe_at is not null then stopped_at end, probe_at,
  probe_delay_seconds, backoff_seconds
from dispatcher;--> statement-breakpoint
drop trigger dispatcher_notify on dispatcher;--> statement-breakpoint
update dispatcher set stopped = false, stop_reason = null, stopped_by = null, stopped_at = null where probe_at is not null;--> statement-breakpoint
ALTER TABLE "dispatcher" DROP COLUMN "next_slot_at";--> statement-breakpoint
ALTER TABLE "dispatcher" DROP COLUMN "probe_at";--> statement-breakpoint
ALTER TABLE "dispatcher" DROP COLUMN "probe_delay_seconds";--> statement-breakpoint
ALTER TABLE "dispatcher" DROP COLUMN "backoff_seconds";--> statement-breakpoint
create trigger dispatcher_notify after update of stopped on dispatcher
  for each row when (old.stopped is distinct from new.stopped) execute function notify_dispatcher();--> statement-breakpoint
ALTER TABLE "fair_queue" ADD COLUMN "supplier_id" integer NOT NULL DEFAULT 1;--> statement-breakpoint
ALTER TABLE "fair_queue" ALTER COLUMN "supplier_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "fair_queue" DROP CONSTRAINT "fair_queue_pkey";--> statement-breakpoint
ALTER TABLE "fair_queue" ADD CONSTRAINT "fair_queue_reseller_id_supplier_id_pk" PRIMARY KEY("reseller_id","supplier_id");--> statement-breakpoint
insert into fair_queue (reseller_id, supplier_id, claimed_at, place)
select reseller_id, supplier_id, claimed_at, place from supplier_fair_queue;--> statement-breakpoint
DROP TABLE "supplier_fair_queue";
