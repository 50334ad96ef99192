DROP INDEX "purchases_failed";--> statement-breakpoint
DROP INDEX "purchases_cancelled";--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "ending" text GENERATED ALWAYS AS (case state when 'successful' then 'delivered' when 'reversed' then 'reversed'
        when 'failed' then case when settled_by in ('cancelled', 'deadline') then 'cancelled' else 'failed' end end) STORED;--> statement-breakpoint
CREATE INDEX "purchases_failed" ON "purchases" USING btree ("id","network_id","plan_id") WHERE "purchases"."ending" = 'failed';--> statement-breakpoint
CREATE INDEX "purchases_cancelled" ON "purchases" USING btree ("id","network_id","plan_id") WHERE "purchases"."ending" = 'cancelled';