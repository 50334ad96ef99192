ALTER TABLE "provider_keys" ADD COLUMN "webhooks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_keys" ADD COLUMN "webhooks_until" timestamp with time zone;
