CREATE TABLE "case_rules" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"answer_hours" integer DEFAULT 24 NOT NULL,
	"open_days" integer DEFAULT 14 NOT NULL,
	"checks" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "case_rules_single" CHECK ("case_rules"."id" = 1),
	CONSTRAINT "case_rules_times" CHECK ("case_rules"."answer_hours" between 1 and 336 and "case_rules"."open_days" between 1 and 90)
);
--> statement-breakpoint
CREATE TABLE "case_words" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "case_words_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"case_id" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"admin_id" bigint,
	"text" text,
	"note" text,
	"answer_by" timestamp with time zone,
	"erased_at" timestamp with time zone,
	CONSTRAINT "case_words_kind" CHECK ("case_words"."kind" in ('opened', 'reply', 'reopened', 'delivered', 'money_back', 'asking', 'owner')),
	CONSTRAINT "case_words_said_by" CHECK (("case_words"."admin_id" is null and "case_words"."note" is null) or "case_words"."kind" not in ('opened', 'reply', 'reopened'))
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purchase_id" bigint NOT NULL,
	"reseller_id" bigint NOT NULL,
	"seen" text NOT NULL,
	"state" text DEFAULT 'desk' NOT NULL,
	"outcome" text,
	"answer_by" timestamp with time zone NOT NULL,
	"due" bigint GENERATED ALWAYS AS ((extract(epoch from answer_by at time zone 'UTC')::bigint * 1000000 + id % 1000000)) STORED,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reopened" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "cases_purchase" UNIQUE("purchase_id"),
	CONSTRAINT "cases_seen" CHECK ("cases"."seen" in ('nothing', 'less', 'other')),
	CONSTRAINT "cases_state" CHECK ("cases"."state" in ('desk', 'owner', 'closed')),
	CONSTRAINT "cases_outcome" CHECK ("cases"."outcome" in ('delivered', 'money_back')),
	CONSTRAINT "cases_closed" CHECK (("cases"."state" = 'closed') = ("cases"."outcome" is not null))
);
--> statement-breakpoint
CREATE TABLE "complaints" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "complaints_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"reseller_id" bigint NOT NULL,
	"purchase_id" bigint NOT NULL,
	"seen" text NOT NULL,
	"said" text,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"passed_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	CONSTRAINT "complaints_purchase" UNIQUE("purchase_id"),
	CONSTRAINT "complaints_seen" CHECK ("complaints"."seen" in ('nothing', 'less', 'other'))
);
--> statement-breakpoint
ALTER TABLE "case_words" ADD CONSTRAINT "case_words_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_words" ADD CONSTRAINT "case_words_admin_id_accounts_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_words_case" ON "case_words" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "case_words_to_erase" ON "case_words" USING btree ("at") WHERE "case_words"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "cases_reseller" ON "cases" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE INDEX "cases_due" ON "cases" USING btree ("due");--> statement-breakpoint
CREATE INDEX "cases_open" ON "cases" USING btree ("answer_by") WHERE "cases"."state" <> 'closed';--> statement-breakpoint
CREATE INDEX "complaints_order" ON "complaints" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "complaints_open" ON "complaints" USING btree ("reseller_id") WHERE "complaints"."answered_at" is null and "complaints"."passed_at" is null;--> statement-breakpoint
CREATE INDEX "complaints_to_erase" ON "complaints" USING btree ("made_at") WHERE "complaints"."erased_at" is null;
--> statement-breakpoint
insert into case_rules (id) values (1);
--> statement-breakpoint
create function tell_of_case() returns trigger language plpgsql as $$
begin
  perform pg_notify('wallet', new.reseller_id::text);
  return null;
end $$;
--> statement-breakpoint
create trigger cases_told after insert or update on cases for each row execute function tell_of_case();
--> statement-breakpoint
create trigger complaints_told after insert or update on complaints for each row execute function tell_of_case();
