ALTER TABLE "processes" ADD COLUMN "renewals" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "database" text;--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "seen_before_at" timestamp with time zone;--> statement-breakpoint
create trigger processes_durable after insert or update on processes for each statement execute function commit_durably();
