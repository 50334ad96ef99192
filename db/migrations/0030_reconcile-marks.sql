CREATE TABLE "chain_findings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	"ruptured" boolean NOT NULL,
	"suggestions" jsonb NOT NULL,
	CONSTRAINT "chain_findings_single" CHECK ("chain_findings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "chain_marks" (
	"hour" timestamp with time zone PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	"mark" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reconciling" ADD COLUMN "basis" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "chain_marks_at" ON "chain_marks" USING btree ("at");