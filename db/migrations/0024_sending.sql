ALTER TABLE "attempts" ADD COLUMN "answer_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dispatcher" ADD COLUMN "back_off" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "dispatcher" ADD COLUMN "home" text;