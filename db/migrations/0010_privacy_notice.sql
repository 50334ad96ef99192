CREATE TABLE "privacy_notice" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "privacy_notice_single" CHECK ("privacy_notice"."id" = 1),
	CONSTRAINT "privacy_notice_length" CHECK (length("privacy_notice"."text") <= 2000)
);
--> statement-breakpoint
INSERT INTO "privacy_notice" ("id") VALUES (1);
