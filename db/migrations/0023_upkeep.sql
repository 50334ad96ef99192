CREATE TABLE "upkeep" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "upkeep_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ok" boolean NOT NULL,
	"findings" integer,
	"said" text NOT NULL,
	CONSTRAINT "upkeep_kind" CHECK ("upkeep"."kind" in ('check', 'backup', 'rehearsal'))
);
--> statement-breakpoint
CREATE INDEX "upkeep_latest" ON "upkeep" USING btree ("kind","id");