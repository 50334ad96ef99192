CREATE TABLE "referral_codes" (
	"reseller_id" bigint PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "referral_codes_code" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "referral_rewards" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "referral_rewards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"referral_id" bigint NOT NULL,
	"period" text NOT NULL,
	"funding_id" bigint,
	"amount" bigint NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"journal_id" bigint,
	"reversal_journal_id" bigint,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "referral_rewards_journal" UNIQUE("journal_id"),
	CONSTRAINT "referral_rewards_reversal_journal" UNIQUE("reversal_journal_id"),
	CONSTRAINT "referral_rewards_state" CHECK ("referral_rewards"."state" in ('pending', 'paid', 'cancelled', 'reversed')),
	CONSTRAINT "referral_rewards_period" CHECK ("referral_rewards"."period" ~ '^(first|2[0-9]{3}-[0-9]{2})$'),
	CONSTRAINT "referral_rewards_funding" CHECK (("referral_rewards"."period" = 'first') = ("referral_rewards"."funding_id" is not null)),
	CONSTRAINT "referral_rewards_amount" CHECK ("referral_rewards"."amount" > 0),
	CONSTRAINT "referral_rewards_paid" CHECK (("referral_rewards"."state" in ('paid', 'reversed')) = ("referral_rewards"."journal_id" is not null)),
	CONSTRAINT "referral_rewards_reversed" CHECK (("referral_rewards"."state" = 'reversed') = ("referral_rewards"."reversal_journal_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "referral_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"kind" text DEFAULT 'off' NOT NULL,
	"reward" bigint,
	"minimum" bigint,
	"share" integer,
	"cap" bigint,
	"months" integer DEFAULT 6 NOT NULL,
	"hold_days" integer DEFAULT 7 NOT NULL,
	"max_referrals" integer DEFAULT 10 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "referral_settings_single" CHECK ("referral_settings"."id" = 1),
	CONSTRAINT "referral_settings_kind" CHECK ("referral_settings"."kind" in ('off', 'first_funding', 'share')),
	CONSTRAINT "referral_settings_first_funding" CHECK ("referral_settings"."kind" <> 'first_funding' or coalesce("referral_settings"."reward" > 0 and "referral_settings"."minimum" >= "referral_settings"."reward", false)),
	CONSTRAINT "referral_settings_share" CHECK ("referral_settings"."kind" <> 'share' or coalesce("referral_settings"."share" between 1 and 5000 and "referral_settings"."cap" > 0, false)),
	CONSTRAINT "referral_settings_months" CHECK ("referral_settings"."months" between 1 and 24),
	CONSTRAINT "referral_settings_hold" CHECK ("referral_settings"."hold_days" between 0 and 180),
	CONSTRAINT "referral_settings_max" CHECK ("referral_settings"."max_referrals" between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "referrals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"referrer_id" bigint NOT NULL,
	"referred_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"reward" bigint,
	"minimum" bigint,
	"share" integer,
	"cap" bigint,
	"months" integer DEFAULT 6 NOT NULL,
	"hold_days" integer DEFAULT 7 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cleared_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "referrals_referred_once" UNIQUE("referred_id"),
	CONSTRAINT "referrals_two_resellers" CHECK ("referrals"."referrer_id" <> "referrals"."referred_id"),
	CONSTRAINT "referrals_ended" CHECK (("referrals"."ended_at" is null) = ("referrals"."reason" is null)),
	CONSTRAINT "referrals_kind" CHECK ("referrals"."kind" in ('first_funding', 'share'))
);
--> statement-breakpoint
CREATE TABLE "level_upgrades" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "level_upgrades_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"ref" text NOT NULL,
	"from_level" text NOT NULL,
	"to_level" text NOT NULL,
	"volume" bigint NOT NULL,
	"saving" bigint NOT NULL,
	"price" bigint,
	"state" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"journal_id" bigint,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	CONSTRAINT "level_upgrades_journal" UNIQUE("journal_id"),
	CONSTRAINT "level_upgrades_ref" UNIQUE("reseller_id","ref"),
	CONSTRAINT "level_upgrades_state" CHECK ("level_upgrades"."state" in ('pending', 'approved', 'refused', 'ended')),
	CONSTRAINT "level_upgrades_levels" CHECK ("level_upgrades"."from_level" <> "level_upgrades"."to_level"),
	CONSTRAINT "level_upgrades_price" CHECK ("level_upgrades"."price" > 0),
	CONSTRAINT "level_upgrades_charged" CHECK (("level_upgrades"."price" is null) = ("level_upgrades"."journal_id" is null)),
	CONSTRAINT "level_upgrades_paid" CHECK ("level_upgrades"."price" is null or "level_upgrades"."state" = 'approved'),
	CONSTRAINT "level_upgrades_decided" CHECK (("level_upgrades"."state" = 'pending') = ("level_upgrades"."decided_at" is null)),
	CONSTRAINT "level_upgrades_reason" CHECK ("level_upgrades"."state" <> 'refused' or "level_upgrades"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "upgrade_offers" (
	"level" text PRIMARY KEY NOT NULL,
	"open" boolean DEFAULT false NOT NULL,
	"price" bigint,
	"volume" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "upgrade_offers_level" CHECK ("upgrade_offers"."level" in ('affiliate', 'top_user', 'api')),
	CONSTRAINT "upgrade_offers_price" CHECK ("upgrade_offers"."price" > 0),
	CONSTRAINT "upgrade_offers_volume" CHECK ("upgrade_offers"."volume" > 0)
);
--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "referral_code" text;--> statement-breakpoint
ALTER TABLE "referral_codes" ADD CONSTRAINT "referral_codes_reseller_id_resellers_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."resellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_referral_id_referrals_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."referrals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_funding_id_journals_id_fk" FOREIGN KEY ("funding_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_reversal_journal_id_journals_id_fk" FOREIGN KEY ("reversal_journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referrer_id_wallets_reseller_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referred_id_wallets_reseller_id_fk" FOREIGN KEY ("referred_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "level_upgrades" ADD CONSTRAINT "level_upgrades_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "level_upgrades" ADD CONSTRAINT "level_upgrades_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "referral_rewards_referral" ON "referral_rewards" USING btree ("referral_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "referral_rewards_once" ON "referral_rewards" USING btree ("referral_id","period") WHERE "referral_rewards"."state" in ('pending', 'paid');--> statement-breakpoint
CREATE INDEX "referral_rewards_due" ON "referral_rewards" USING btree ("due_at") WHERE "referral_rewards"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "referrals_referrer" ON "referrals" USING btree ("referrer_id","id");--> statement-breakpoint
CREATE INDEX "referrals_open" ON "referrals" USING btree ("id") WHERE "referrals"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "level_upgrades_reseller" ON "level_upgrades" USING btree ("reseller_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "level_upgrades_pending_one" ON "level_upgrades" USING btree ("reseller_id") WHERE "level_upgrades"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "level_upgrades_pending" ON "level_upgrades" USING btree ("id") WHERE "level_upgrades"."state" = 'pending';--> statement-breakpoint
ALTER TABLE "journals" DROP CONSTRAINT "journals_kind", ADD CONSTRAINT "journals_kind" CHECK ("journals"."kind" ~ '^(credit|debit|claw_back|payment|refund|charge_back|charge_back_won|hold|settle|release|reversal|correction|upgrade|referral|referral_reversal)$') NOT VALID;--> statement-breakpoint
insert into upgrade_offers (level) values ('affiliate'), ('top_user'), ('api');
--> statement-breakpoint
insert into referral_settings default values;
--> statement-breakpoint
-- A request is decided once, and what was decided stays.
create function check_level_upgrade_update() returns trigger language plpgsql as $$
begin
  if old.state <> 'pending' or (new.reseller_id, new.ref, new.from_level, new.to_level, new.volume, new.saving, new.price, new.requested_at)
     is distinct from (old.reseller_id, old.ref, old.from_level, old.to_level, old.volume, old.saving, old.price, old.requested_at) then
    raise exception 'a decided level upgrade cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger level_upgrades_update_check before update on level_upgrades
  for each row execute function check_level_upgrade_update();
--> statement-breakpoint
create trigger level_upgrades_no_delete before delete on level_upgrades for each row execute function reject_rewrite();
--> statement-breakpoint
-- Returns whether the journal of a bought level took its price from the reseller's wallet.
create function is_upgrade_charged(u level_upgrades) returns boolean stable language sql as $$
  select exists (
    select from journals j join entries e on e.journal_id = j.id and e.account = 'wallet'
    where j.id = u.journal_id and j.kind = 'upgrade' and j.reseller_id = u.reseller_id and e.amount = -u.price)
$$;
--> statement-breakpoint
create function check_upgrade_charged() returns trigger language plpgsql as $$
begin
  if not is_upgrade_charged(new) then
    raise exception 'level upgrade % was not charged', new.id
      using errcode = 'check_violation', constraint = 'level_upgrades_check_charged';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger level_upgrades_check_charged after insert on level_upgrades deferrable initially deferred
  for each row when (new.price is not null) execute function check_upgrade_charged();
--> statement-breakpoint
create trigger level_upgrades_notify after insert or update of state on level_upgrades
  for each row execute function notify_wallet();
--> statement-breakpoint
create function create_upgrade_notification() returns trigger language plpgsql as $$
begin
  perform create_notification(new.reseller_id, 'upgrade', new.id::text,
    jsonb_strip_nulls(jsonb_build_object('state', new.state, 'level', new.to_level, 'reason', new.reason)));
  return null;
end $$;
--> statement-breakpoint
create trigger level_upgrades_notifications after update of state on level_upgrades
  for each row when (new.state in ('approved', 'refused')) execute function create_upgrade_notification();
--> statement-breakpoint
-- A level that changed in another way, and a closed account, leave nothing to decide.
create function end_level_upgrades() returns trigger language plpgsql as $$
declare
  why constant text := case when new.state = 'closed' then 'The account was closed.' else 'The level was changed in another way.' end;
begin
  with ended as (
    update level_upgrades set state = 'ended', reason = why, decided_at = now(), decided_by = 'system:upgrade'
    where reseller_id = new.id and state = 'pending' returning id
  )
  insert into audit (actor, action, subject, subject_id, reseller_id, reason, before, after)
    select 'system:upgrade', 'upgrade.ended', 'upgrade', id::text, new.id, why,
      jsonb_build_object('state', 'pending', 'level', old.level), jsonb_build_object('state', 'ended', 'level', new.level)
    from ended;
  return null;
end $$;
--> statement-breakpoint
create trigger resellers_end_upgrades after update on resellers for each row
  when (new.level <> old.level or new.state = 'closed' and old.state <> 'closed') execute function end_level_upgrades();
--> statement-breakpoint
-- Records who brought a reseller, under the terms of the settings. Returns null where it doesn't count: nothing is offered, the
-- referrer is closed, is the same person by the phone number, or brought as many as count within 30 days.
create function create_referral(referrer bigint, referred bigint, acted_by text) returns bigint language plpgsql as $$
declare
  made bigint;
  offered referral_settings;
begin
  -- Serialises the counts of one referrer.
  perform from referral_codes where reseller_id = referrer for no key update;
  select * into offered from referral_settings where kind <> 'off';
  if not found or referrer = referred
    or not exists (select from resellers where id = referrer and state <> 'closed')
    or exists (select from sign_ups a join sign_ups b on b.phone = a.phone where a.reseller_id = referrer and b.reseller_id = referred)
    or (select count(*) from referrals where referrer_id = referrer and created_at > now() - interval '30 days') >= offered.max_referrals
  then return null; end if;
  insert into referrals (referrer_id, referred_id, kind, reward, minimum, share, cap, months, hold_days)
    values (referrer, referred, offered.kind, offered.reward, offered.minimum, offered.share, offered.cap, offered.months, offered.hold_days)
    on conflict do nothing returning id into made;
  if made is null then return null; end if;
  insert into audit (actor, action, subject, subject_id, reseller_id, after) values (acted_by, 'referral.made', 'referral',
    made::text, referrer, jsonb_build_object('referred', referred, 'kind', offered.kind));
  perform create_notification(referrer, 'referral', made::text,
    jsonb_build_object('name', (select name from accounts where id = referred)));
  return made;
end $$;
--> statement-breakpoint
create function create_referral_of_sign_up() returns trigger language plpgsql as $$
begin
  perform create_referral(c.reseller_id, new.reseller_id, new.decided_by) from referral_codes c
    where c.code = upper(new.referral_code);
  return null;
end $$;
--> statement-breakpoint
create trigger sign_ups_referral after update of state on sign_ups for each row
  when (new.state = 'approved' and old.state = 'pending' and new.referral_code is not null)
  execute function create_referral_of_sign_up();
--> statement-breakpoint
-- The terms of a referral stay as they were promised; it can only be cleared and ended.
create function check_referral_update() returns trigger language plpgsql as $$
begin
  if (new.referrer_id, new.referred_id, new.kind, new.reward, new.minimum, new.share, new.cap, new.months, new.hold_days, new.created_at)
     is distinct from
     (old.referrer_id, old.referred_id, old.kind, old.reward, old.minimum, old.share, old.cap, old.months, old.hold_days, old.created_at)
     or old.ended_at is not null then
    raise exception 'the terms of a referral cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger referrals_update_check before update on referrals for each row execute function check_referral_update();
--> statement-breakpoint
create trigger referrals_no_delete before delete on referrals for each row execute function reject_rewrite();
--> statement-breakpoint
create function check_referral_reward_update() returns trigger language plpgsql as $$
begin
  if (new.referral_id, new.period, new.funding_id, new.amount, new.due_at) is distinct from
     (old.referral_id, old.period, old.funding_id, old.amount, old.due_at)
     or old.journal_id is not null and new.journal_id is distinct from old.journal_id
     or (old.state, new.state) not in (('pending', 'paid'), ('pending', 'cancelled'), ('paid', 'reversed')) then
    raise exception 'a % reward cannot become %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger referral_rewards_update_check before update on referral_rewards
  for each row execute function check_referral_reward_update();
--> statement-breakpoint
create trigger referral_rewards_no_delete before delete on referral_rewards for each row execute function reject_rewrite();
--> statement-breakpoint
-- Returns whether the journals of a reward moved its amount into the referrer's wallet, and out of it if it was reversed.
create function is_reward_proven(w referral_rewards) returns boolean stable language sql as $$
  select not exists (
    select from (values (w.journal_id, 'referral', w.amount), (w.reversal_journal_id, 'referral_reversal', -w.amount)) moved (id, kind, amount)
    where moved.id is not null and not exists (
      select from journals j join entries e on e.journal_id = j.id and e.account = 'wallet' join referrals r on r.id = w.referral_id
      where j.id = moved.id and j.kind = moved.kind and j.reseller_id = r.referrer_id and e.amount = moved.amount))
$$;
--> statement-breakpoint
create function check_reward_proven() returns trigger language plpgsql as $$
begin
  if not is_reward_proven(new) then
    raise exception 'the journals of reward % do not match it', new.id
      using errcode = 'check_violation', constraint = 'referral_rewards_check_proven';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger referral_rewards_check_proven after insert or update on referral_rewards deferrable initially deferred
  for each row when (new.journal_id is not null) execute function check_reward_proven();
