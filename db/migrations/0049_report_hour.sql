CREATE TABLE "report_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"hour" integer DEFAULT 7 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "report_settings_single" CHECK ("report_settings"."id" = 1),
	CONSTRAINT "report_settings_hour" CHECK ("report_settings"."hour" between 0 and 23)
);
--> statement-breakpoint
insert into report_settings (id) values (1);
