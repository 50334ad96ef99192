ALTER TABLE "discrepancies" DROP CONSTRAINT "discrepancies_kind";--> statement-breakpoint
ALTER TABLE "reconciling" DROP CONSTRAINT "reconciling_times";--> statement-breakpoint
ALTER TABLE "reconciling" ALTER COLUMN "refund_seconds" SET DEFAULT 21600;--> statement-breakpoint
-- "pending_seconds" is read by the version that may still run beside this one, so the column stays.
UPDATE "reconciling" SET "refund_seconds" = greatest("refund_seconds", "pending_seconds");--> statement-breakpoint
ALTER TABLE "discrepancies" ADD CONSTRAINT "discrepancies_kind" CHECK ("discrepancies"."kind" in ('rise', 'fall', 'answer', 'ident', 'failed_charged', 'decision'));--> statement-breakpoint
ALTER TABLE "reconciling" ADD CONSTRAINT "reconciling_times" CHECK ("reconciling"."late_seconds" > 0 and "reconciling"."refund_seconds" >= "reconciling"."late_seconds" and "reconciling"."grace_seconds" >= 0);