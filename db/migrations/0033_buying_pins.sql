CREATE TABLE "buying_pins" (
	"reseller_id" bigint PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	"wrong" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	CONSTRAINT "buying_pins_wrong" CHECK ("buying_pins"."wrong" between 0 and 2)
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "pin_kept_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "buying_pins" ADD CONSTRAINT "buying_pins_reseller_id_resellers_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."resellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What of the history of an account its owner is told at once, because it may not have been them.
create or replace function notice_of_action(action text) returns text language sql immutable as $$
  select case
    when action = 'session.opened' then 'device'
    when action in ('account.password', 'account.password_reset', 'account.link_issued') then 'password'
    when action in ('two_factor.on', 'two_factor.off', 'two_factor.replaced', 'two_factor.reset', 'two_factor.backup_codes',
      'two_factor.backup_used', 'device.remembered', 'passkey.added', 'passkey.removed', 'pin.set', 'pin.removed', 'pin.locked')
      then 'sign_in'
    when action in ('token.issued', 'token.rotated', 'token.revoked', 'token.limited', 'webhook.added', 'webhook.removed',
      'shop.keys_set', 'shop.keys_removed') then 'keys'
  end
$$;
