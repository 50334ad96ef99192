ALTER TABLE "token_windows" DROP CONSTRAINT "token_windows_token_id_kind_pk";--> statement-breakpoint
ALTER TABLE "token_windows" ADD PRIMARY KEY ("token_id");--> statement-breakpoint
ALTER TABLE "token_windows" DROP COLUMN "kind";