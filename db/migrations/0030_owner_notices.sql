ALTER TABLE "notification_checkpoints" ADD COLUMN "audit" bigint;--> statement-breakpoint
ALTER TABLE "notification_checkpoints" ADD COLUMN "handled_audit" bigint[] DEFAULT '{}' NOT NULL;