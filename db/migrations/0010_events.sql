CREATE TABLE "event_retries" (
	"follower" text NOT NULL,
	"reseller_id" bigint NOT NULL,
	"event_id" bigint NOT NULL,
	"subject" text NOT NULL,
	CONSTRAINT "event_retries_follower_reseller_id_event_id_pk" PRIMARY KEY("follower","reseller_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"reseller_id" bigint,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "event_retries" ADD CONSTRAINT "event_retries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_retries_subject" ON "event_retries" USING btree ("follower","subject","event_id");--> statement-breakpoint
CREATE INDEX "event_retries_event" ON "event_retries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "events_new" ON "events" USING btree (coalesce("reseller_id", 0),"id") WHERE "events"."handled_at" is null;