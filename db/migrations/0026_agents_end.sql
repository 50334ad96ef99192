-- step by step
CREATE TABLE IF NOT EXISTS "agent_price_checkpoints" (
	"parent_id" bigint PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"prices" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agents" DROP CONSTRAINT "agents_ended", ADD CONSTRAINT "agents_ended" CHECK ((("agents"."state" = 'ended') = ("agents"."ended_at" is not null) and ("agents"."ended_at" is null) = ("agents"."ended_by" is null)
        and ("agents"."reason" is not null) = ("agents"."ended_at" is not null or "agents"."ends_at" is not null))) NOT VALID;--> statement-breakpoint
ALTER TABLE "agents" VALIDATE CONSTRAINT "agents_ended";
