ALTER TABLE "push_devices" ADD COLUMN "device_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pushes" ADD COLUMN "done_at" timestamp with time zone;