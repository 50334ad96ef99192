ALTER TABLE "entries" DROP CONSTRAINT "entries_account_name";--> statement-breakpoint
ALTER TABLE "journals" DROP CONSTRAINT "journals_kind";--> statement-breakpoint
ALTER TABLE "wallets" DROP CONSTRAINT "wallets_balanced";--> statement-breakpoint
ALTER TABLE "daily_closes" ADD COLUMN "advanced" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "advanced" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "advance" text;--> statement-breakpoint
ALTER TABLE "reconcile_settings" ADD COLUMN "advances" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_account_name" CHECK ("entries"."account" ~ '^(wallet|held|sales|funding|advanced)$') NOT VALID;--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_kind" CHECK ("journals"."kind" ~ '^(credit|debit|claw_back|payment|refund|charge_back|charge_back_won|hold|settle|release|reversal|correction|upgrade|referral|referral_reversal|message|advance|advance_closed|advance_repaid|advance_waived)$') NOT VALID;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_advanced" CHECK ("wallets"."advanced" <= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_balanced" CHECK ("wallets"."wallet" + "wallets"."held" + "wallets"."sales" + "wallets"."funding" + "wallets"."advanced" = 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_advance" CHECK (case "purchases"."advance" when 'open' then "purchases"."state" = 'unconfirmed' when 'closed' then "purchases"."state" = 'failed'
        when 'repaid' then "purchases"."state" in ('successful', 'reversed')
        when 'awaiting_consent' then "purchases"."state" = 'successful' when 'waived' then "purchases"."state" = 'successful'
        else "purchases"."advance" is null end) NOT VALID;
