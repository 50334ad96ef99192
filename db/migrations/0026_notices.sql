CREATE TABLE "mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" text NOT NULL,
	"kind" text NOT NULL,
	"account_id" bigint,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"sealed" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"give_up_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"done_at" timestamp with time zone,
	CONSTRAINT "mails_message_id" UNIQUE("message_id"),
	CONSTRAINT "mails_state" CHECK ("mails"."state" in ('waiting', 'sent', 'failed')),
	CONSTRAINT "mails_done_once" CHECK (("mails"."state" = 'waiting') = ("mails"."done_at" is null)),
	CONSTRAINT "mails_forgotten" CHECK ("mails"."state" = 'waiting' or "mails"."sealed" is null)
);
--> statement-breakpoint
CREATE TABLE "notice_choices" (
	"account_id" bigint NOT NULL,
	"event" text NOT NULL,
	"portal" boolean NOT NULL,
	"mail" boolean NOT NULL,
	"push" boolean NOT NULL,
	CONSTRAINT "notice_choices_account_id_event_pk" PRIMARY KEY("account_id","event")
);
--> statement-breakpoint
CREATE TABLE "notice_marks" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"prices" bigint NOT NULL,
	CONSTRAINT "notice_marks_single" CHECK ("notice_marks"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"event" text NOT NULL,
	"key" text NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"shown" boolean DEFAULT true NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"passed_on_at" timestamp with time zone,
	CONSTRAINT "notices_once" UNIQUE("account_id","event","key")
);
--> statement-breakpoint
CREATE TABLE "push_devices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"endpoint" text NOT NULL,
	"public_key" text NOT NULL,
	"auth_secret" text NOT NULL,
	"agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reached_at" timestamp with time zone,
	CONSTRAINT "push_devices_endpoint" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"public_key" text NOT NULL,
	"sealed_private_key" text NOT NULL,
	CONSTRAINT "push_keys_single" CHECK ("push_keys"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "pushes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pushes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" bigint NOT NULL,
	"title" text NOT NULL,
	"path" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "low_below" bigint;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_device_id_push_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."push_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("next_at","id") WHERE "mails"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "mails_claimed" ON "mails" USING btree ("recipient") WHERE "mails"."claimed_until" is not null;--> statement-breakpoint
CREATE INDEX "mails_account" ON "mails" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "mails_done" ON "mails" USING btree ("done_at") WHERE "mails"."done_at" is not null;--> statement-breakpoint
CREATE INDEX "notices_account" ON "notices" USING btree ("account_id","id") WHERE "notices"."shown";--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("account_id") WHERE "notices"."shown" and "notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notices_to_pass_on" ON "notices" USING btree ("account_id","id") WHERE "notices"."passed_on_at" is null;--> statement-breakpoint
CREATE INDEX "push_devices_account" ON "push_devices" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "pushes_next" ON "pushes" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "pushes_device" ON "pushes" USING btree ("device_id");
--> statement-breakpoint
-- What an account is told stays as it was told; it is only read, and passed on.
create function notice_moves() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.event, new.key, new.facts, new.shown, new.at) is distinct from
     (old.account_id, old.event, old.key, old.facts, old.shown, old.at)
     or old.read_at is not null and new.read_at is distinct from old.read_at
     or old.passed_on_at is not null and new.passed_on_at is distinct from old.passed_on_at then
    raise exception 'what an account was told cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger notices_moves before update on notices for each row execute function notice_moves();
--> statement-breakpoint
create trigger notices_kept before delete on notices for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger notices_no_truncate before truncate on notices for each statement execute function refuse_rewrite();
--> statement-breakpoint
-- Tells an account, once of each thing.
create function tell_account(whom bigint, of_event text, of_key text, with_facts jsonb) returns void language plpgsql as $$
begin
  insert into notices (account_id, event, key, facts, shown) values (whom, of_event, of_key, with_facts,
      coalesce((select portal from notice_choices where account_id = whom and event = of_event), true))
    on conflict on constraint notices_once do nothing;
  if found then perform pg_notify('notice', whom::text); end if;
end $$;
--> statement-breakpoint
create function tell_of_purchase() returns trigger language plpgsql as $$
declare
  told constant text := case when new.state = 'unconfirmed' then 'not_confirmed' when old.state = 'unconfirmed' then 'decided'
    when new.state = 'successful' then 'late' else 'failed' end;
  facts constant jsonb := jsonb_build_object('state', new.state, 'ident', new.ident, 'price', new.price::text,
    'plan', concat_ws(' ', new.network_name, new.size, new.volume));
begin
  if new.run_id is null then perform tell_account(new.reseller_id, told, new.ident, facts);
  else perform tell_account(new.reseller_id, told, 'list ' || new.run_id, facts || jsonb_build_object('run', new.run_id));
  end if;
  return null;
end $$;
--> statement-breakpoint
-- Most purchases are delivered soon, and nobody is told of that: the condition is what they cost.
create trigger purchases_notices after update of state on purchases for each row when (
    new.state is distinct from old.state and (
      new.state in ('unconfirmed', 'reversed')
      or new.state = 'failed' and new.settled_by is distinct from 'cancelled'
      or new.state = 'successful'
        and (old.state = 'unconfirmed' or new.run_id is null and new.settled_at > new.placed_at + interval '10 minutes')))
  execute function tell_of_purchase();
--> statement-breakpoint
create function tell_of_money() returns trigger language plpgsql as $$
begin
  perform tell_account(new.reseller_id, 'money', new.id::text,
      jsonb_build_object('kind', new.kind, 'amount', amount::text, 'wallet', balance::text))
    from entries where journal_id = new.id and account = 'wallet';
  return null;
end $$;
--> statement-breakpoint
create trigger journals_notices after insert on journals for each row
  when (new.kind not in ('hold', 'settle', 'release', 'reversal')) execute function tell_of_money();
--> statement-breakpoint
-- Once for each time that money came: a balance that goes up and down around the line says it once.
create function tell_money_low() returns trigger language plpgsql as $$
begin
  perform tell_account(new.reseller_id, 'money_low',
    coalesce((select max(id) from journals where reseller_id = new.reseller_id
      and kind not in ('hold', 'settle', 'release') and kind in ('credit', 'payment', 'charge_back_won')), 0)::text,
    jsonb_build_object('wallet', new.wallet::text, 'below', new.low_below::text));
  return null;
end $$;
--> statement-breakpoint
create trigger wallets_notices after update of wallet on wallets for each row
  when (new.wallet < new.low_below and old.wallet >= new.low_below) execute function tell_money_low();
--> statement-breakpoint
create function tell_of_order() returns trigger language plpgsql as $$
begin
  perform tell_account(new.reseller_id, 'order', new.id::text, jsonb_build_object('reference', new.reference,
    'price', new.price::text, 'plan', concat_ws(' ', new.network_name, new.size, new.volume)));
  return null;
end $$;
--> statement-breakpoint
create trigger orders_notices after insert on orders for each row execute function tell_of_order();
--> statement-breakpoint
create function tell_of_announcement() returns trigger language plpgsql as $$
begin
  insert into notices (account_id, event, key, facts, shown)
    select r.id, 'announcement', new.id::text,
      jsonb_build_object('kind', new.kind, 'network', (select name from networks where id = new.network_id), 'text', new.text),
      coalesce(c.portal, true)
    from resellers r left join notice_choices c on c.account_id = r.id and c.event = 'announcement'
    where r.state <> 'closed';
  if found then perform pg_notify('notice', ''); end if;
  return null;
end $$;
--> statement-breakpoint
create trigger announcements_notices after insert on announcements for each row execute function tell_of_announcement();
--> statement-breakpoint
-- What of the history of an account its owner is told at once, because it may not have been them.
create function notice_of_action(action text) returns text language sql immutable as $$
  select case
    when action = 'session.opened' then 'device'
    when action in ('account.password', 'account.password_reset', 'account.link_issued') then 'password'
    when action in ('token.issued', 'token.rotated', 'token.revoked', 'token.limited', 'webhook.added', 'webhook.removed',
      'shop.keys_set', 'shop.keys_removed') then 'keys'
  end
$$;
--> statement-breakpoint
create function tell_of_action() returns trigger language plpgsql as $$
declare
  told constant text := notice_of_action(new.action);
  whom bigint := coalesce(new.reseller_id, case new.subject when 'account' then new.subject_id::bigint
    when 'session' then (select account_id from sessions where id = new.subject_id::bigint) end);
  device text;
begin
  -- Nobody is told of what happens before they were ever there.
  if whom is null or not exists (select from sessions where account_id = whom and created_at < now()) then return null; end if;
  if told = 'device' then
    select device_hash into device from sessions where id = new.subject_id::bigint;
    if exists (select from sessions where account_id = whom and device_hash = device and id <> new.subject_id::bigint) then
      return null;
    end if;
    perform tell_account(whom, told, new.subject_id, '{}');
  else
    perform tell_account(whom, told, new.id::text, jsonb_build_object('action', new.action, 'by', new.actor));
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger audit_notices after insert on audit for each row
  when (notice_of_action(new.action) is not null) execute function tell_of_action();
