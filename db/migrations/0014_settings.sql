CREATE TABLE "chain_basis" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"basis" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "chain_basis_single" CHECK ("chain_basis"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
