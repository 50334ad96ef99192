CREATE TABLE "agent_transfers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agent_transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"pair_id" bigint NOT NULL,
	"from_id" bigint NOT NULL,
	"to_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"ref" text NOT NULL,
	"made_by" bigint NOT NULL,
	"state" text NOT NULL,
	"note" text,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"send_journal_id" bigint,
	"receive_journal_id" bigint,
	CONSTRAINT "agent_transfers_send_journal" UNIQUE("send_journal_id"),
	CONSTRAINT "agent_transfers_receive_journal" UNIQUE("receive_journal_id"),
	CONSTRAINT "agent_transfers_ref" UNIQUE("made_by","ref"),
	CONSTRAINT "agent_transfers_state" CHECK ("agent_transfers"."state" in ('requested', 'sent', 'declined', 'withdrawn')),
	CONSTRAINT "agent_transfers_amount" CHECK ("agent_transfers"."amount" > 0),
	CONSTRAINT "agent_transfers_two_resellers" CHECK ("agent_transfers"."from_id" <> "agent_transfers"."to_id" and "agent_transfers"."made_by" in ("agent_transfers"."from_id", "agent_transfers"."to_id")),
	CONSTRAINT "agent_transfers_requested" CHECK ("agent_transfers"."state" = 'sent' or "agent_transfers"."made_by" = "agent_transfers"."to_id"),
	CONSTRAINT "agent_transfers_ended" CHECK (("agent_transfers"."state" = 'requested') = ("agent_transfers"."ended_at" is null)),
	CONSTRAINT "agent_transfers_moved" CHECK (("agent_transfers"."state" = 'sent') = ("agent_transfers"."send_journal_id" is not null)
        and ("agent_transfers"."send_journal_id" is null) = ("agent_transfers"."receive_journal_id" is null))
);--> statement-breakpoint
CREATE TABLE "agents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"parent_id" bigint NOT NULL,
	"agent_id" bigint,
	"state" text DEFAULT 'invited' NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"hash" text NOT NULL,
	"invited_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"sign_up_id" bigint,
	"started_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"reason" text,
	CONSTRAINT "agents_hash" UNIQUE("hash"),
	CONSTRAINT "agents_sign_up" UNIQUE("sign_up_id"),
	CONSTRAINT "agents_state" CHECK ("agents"."state" in ('invited', 'applied', 'active', 'ended')),
	CONSTRAINT "agents_two_resellers" CHECK ("agents"."parent_id" <> "agents"."agent_id"),
	CONSTRAINT "agents_applied" CHECK ("agents"."state" <> 'applied' or "agents"."sign_up_id" is not null),
	CONSTRAINT "agents_started" CHECK (("agents"."started_at" is null) = ("agents"."agent_id" is null)
        and ("agents"."state" <> 'active' or "agents"."started_at" is not null)
        and ("agents"."state" not in ('invited', 'applied') or "agents"."started_at" is null)),
	CONSTRAINT "agents_ended" CHECK (("agents"."state" = 'ended') = ("agents"."ended_at" is not null) and ("agents"."ended_at" is null) = ("agents"."ended_by" is null)
        and ("agents"."ended_at" is null) = ("agents"."reason" is null))
);--> statement-breakpoint
ALTER TABLE "journals" DROP CONSTRAINT "journals_kind";--> statement-breakpoint
ALTER TABLE "resellers" ADD COLUMN "parent_id" bigint;--> statement-breakpoint
ALTER TABLE "price_list_rules" ADD COLUMN "audience" text DEFAULT 'customers' NOT NULL;--> statement-breakpoint
ALTER TABLE "price_lists" ADD COLUMN "audience" text DEFAULT 'customers' NOT NULL;--> statement-breakpoint
ALTER TABLE "price_lists" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "parent_id" bigint;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "commission" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_transfers" ADD CONSTRAINT "agent_transfers_pair_id_agents_id_fk" FOREIGN KEY ("pair_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_transfers" ADD CONSTRAINT "agent_transfers_from_id_wallets_reseller_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_transfers" ADD CONSTRAINT "agent_transfers_to_id_wallets_reseller_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_transfers" ADD CONSTRAINT "agent_transfers_made_by_wallets_reseller_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_transfers" ADD CONSTRAINT "agent_transfers_send_journal_id_journals_id_fk" FOREIGN KEY ("send_journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_transfers" ADD CONSTRAINT "agent_transfers_receive_journal_id_journals_id_fk" FOREIGN KEY ("receive_journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_parent_id_resellers_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."resellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_agent_id_resellers_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."resellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_sign_up_id_sign_ups_id_fk" FOREIGN KEY ("sign_up_id") REFERENCES "public"."sign_ups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_transfers_pair" ON "agent_transfers" USING btree ("pair_id","id");--> statement-breakpoint
CREATE INDEX "agents_parent" ON "agents" USING btree ("parent_id","id");--> statement-breakpoint
CREATE INDEX "agents_agent" ON "agents" USING btree ("agent_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "agents_active_one" ON "agents" USING btree ("agent_id") WHERE "agents"."state" = 'active';--> statement-breakpoint
CREATE INDEX "agents_ending" ON "agents" USING btree ("ends_at") WHERE "agents"."state" = 'active' and "agents"."ends_at" is not null;--> statement-breakpoint
ALTER TABLE "resellers" ADD CONSTRAINT "resellers_parent_id_resellers_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."resellers"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "resellers" ADD CONSTRAINT "resellers_other_parent" CHECK ("resellers"."parent_id" <> "resellers"."id") NOT VALID;--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_kind" CHECK ("journals"."kind" ~ '^(credit|debit|claw_back|payment|refund|charge_back|charge_back_won|hold|settle|release|reversal|correction|upgrade|referral|referral_reversal|message|advance|advance_closed|advance_repaid|advance_waived|commission|commission_reversal|send|receive)$') NOT VALID;--> statement-breakpoint
ALTER TABLE "price_lists" ADD CONSTRAINT "price_lists_audience" CHECK ("price_lists"."audience" in ('customers', 'agents')) NOT VALID;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_commission" CHECK (case when "purchases"."parent_id" is null then "purchases"."commission" = 0
        else "purchases"."parent_id" <> "purchases"."reseller_id" and "purchases"."commission" >= 0 and "purchases"."commission" < "purchases"."price" end) NOT VALID;
