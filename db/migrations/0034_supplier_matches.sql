-- What was matched before counts as confirmed.
ALTER TABLE "suppliers" ADD COLUMN "matches_confirmed_at" timestamp with time zone DEFAULT now();
--> statement-breakpoint
ALTER TABLE "suppliers" ALTER COLUMN "matches_confirmed_at" DROP DEFAULT;
