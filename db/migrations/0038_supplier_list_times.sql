-- The time of the main supplier's list is in its own row, as that of each other supplier.
update suppliers set synced_at = c.synced_at, failed_at = c.failed_at, failure = c.failure from catalogue c where suppliers.id = 1;--> statement-breakpoint
ALTER TABLE "catalogue" DROP COLUMN "synced_at";--> statement-breakpoint
ALTER TABLE "catalogue" DROP COLUMN "failed_at";--> statement-breakpoint
ALTER TABLE "catalogue" DROP COLUMN "failure";
