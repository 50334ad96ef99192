CREATE TABLE "funding_terms" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "funding_terms_single" CHECK ("funding_terms"."id" = 1)
);
--> statement-breakpoint
insert into funding_terms (id) values (1);
