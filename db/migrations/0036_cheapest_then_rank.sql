-- Purchases are no longer divided by shares: the cheapest supplier comes first, or the preferred one.
update dispatcher set routing = 'cost' where routing = 'share';--> statement-breakpoint
delete from plan_routings where routing = 'share';--> statement-breakpoint
ALTER TABLE "dispatcher" DROP CONSTRAINT "dispatcher_routing";--> statement-breakpoint
ALTER TABLE "plan_routings" DROP CONSTRAINT "plan_routings_rule";--> statement-breakpoint
ALTER TABLE "suppliers" DROP CONSTRAINT "suppliers_bounds";--> statement-breakpoint
ALTER TABLE "suppliers" DROP COLUMN "share";--> statement-breakpoint
ALTER TABLE "dispatcher" ADD CONSTRAINT "dispatcher_routing" CHECK ("dispatcher"."routing" in ('cost', 'rank'));--> statement-breakpoint
ALTER TABLE "plan_routings" ADD CONSTRAINT "plan_routings_rule" CHECK ("plan_routings"."routing" in ('cost', 'rank'));--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_bounds" CHECK ("suppliers"."per_minute" between 1 and 100000 and "suppliers"."timeout_ms" between 100 and 600000
        and "suppliers"."rank" between 1 and 1000);
