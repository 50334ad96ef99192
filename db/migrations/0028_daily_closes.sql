CREATE TABLE "daily_closes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "daily_closes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"time_zone" text NOT NULL,
	"closed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivered" integer NOT NULL,
	"failed" integer NOT NULL,
	"reversed" integer NOT NULL,
	"sales" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"wallets_before" bigint NOT NULL,
	"wallets_after" bigint NOT NULL,
	"held_before" bigint NOT NULL,
	"held_after" bigint NOT NULL,
	"kinds" jsonb NOT NULL,
	"networks" jsonb NOT NULL,
	"float" bigint,
	"suspense" bigint NOT NULL,
	"difference" bigint NOT NULL,
	"proved" boolean NOT NULL,
	"findings" text[] NOT NULL,
	CONSTRAINT "daily_closes_once" UNIQUE("day"),
	CONSTRAINT "daily_closes_counts" CHECK ("daily_closes"."delivered" >= 0 and "daily_closes"."failed" >= 0 and "daily_closes"."reversed" >= 0)
);
--> statement-breakpoint
create trigger daily_closes_append_only before delete or update on daily_closes for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger daily_closes_no_truncate before truncate on daily_closes for each statement execute function refuse_rewrite();
