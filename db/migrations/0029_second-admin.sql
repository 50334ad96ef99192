ALTER TABLE "decisions" DROP CONSTRAINT "decisions_outcome";--> statement-breakpoint
ALTER TABLE "decisions" ALTER COLUMN "purchase_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "decisions" ALTER COLUMN "outcome" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "kind" text DEFAULT 'settle' NOT NULL;--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "reseller_id" bigint;--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "amount" bigint;--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "about" text;--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "input" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_reseller_id_accounts_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "decisions_open_about" ON "decisions" USING btree ("kind","about") WHERE "decisions"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_kind" CHECK ("decisions"."kind" in ('settle', 'credit', 'debit', 'claw_back', 'correction', 'funding', 'reversal', 'settings'));--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_moves" CHECK ("decisions"."kind" = 'settle' or "decisions"."amount" > 0);--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_outcome" CHECK ("decisions"."kind" <> 'settle' or ("decisions"."purchase_id" is not null and "decisions"."outcome" in ('successful', 'failed')));