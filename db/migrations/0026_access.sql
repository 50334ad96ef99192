ALTER TABLE "accounts" ADD COLUMN "password_chosen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device_hash" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "payments_changed_at" timestamp with time zone;--> statement-breakpoint
-- Sessions of admins that are open live by the shorter rule from now on.
UPDATE "sessions" s SET "expires_at" = least(s."expires_at", s."created_at" + interval '12 hours', s."seen_at" + interval '30 minutes')
FROM "accounts" a WHERE a."id" = s."account_id" AND a."role" = 'admin' AND s."ended_at" IS NULL;
