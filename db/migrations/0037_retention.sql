CREATE TABLE "sweep_marks" (
	"name" text PRIMARY KEY NOT NULL,
	"through" bigint NOT NULL
);
--> statement-breakpoint
-- What an account was told a month ago may go: how long it is kept is the operator's choice.
create or replace trigger notices_kept before delete on notices for each row
  when (old.at > now() - interval '30 days') execute function refuse_rewrite();
