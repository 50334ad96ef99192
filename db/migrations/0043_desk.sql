CREATE TABLE "saved_views" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" bigint NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"shared" boolean NOT NULL,
	"moves_from" date,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_list" CHECK ("saved_views"."list" like '/admin/%' and length("saved_views"."list") <= 100),
	CONSTRAINT "saved_views_name" CHECK (length("saved_views"."name") between 1 and 40),
	CONSTRAINT "saved_views_query" CHECK (length("saved_views"."query") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "price_saves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_saves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"reason" text NOT NULL,
	"rules" jsonb NOT NULL,
	"undoes" bigint,
	CONSTRAINT "price_saves_undone_once" UNIQUE("undoes")
);
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_saves" ADD CONSTRAINT "price_saves_undoes" FOREIGN KEY ("undoes") REFERENCES "public"."price_saves"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_views_list" ON "saved_views" USING btree ("list");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_own" ON "saved_views" USING btree ("owner_id","list",lower("name")) WHERE not "saved_views"."shared";--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_shared" ON "saved_views" USING btree ("list",lower("name")) WHERE "saved_views"."shared";