CREATE TABLE "webhook_previous_secrets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_previous_secrets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_id" bigint NOT NULL,
	"sealed_secret" text NOT NULL,
	"replaced_at" timestamp with time zone DEFAULT now() NOT NULL,
	"valid_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_resends" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_resends_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_id" bigint NOT NULL,
	"key" text NOT NULL,
	"delivery_ids" bigint[] NOT NULL,
	"queued" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "webhook_resends_key" UNIQUE("endpoint_id","key"),
	CONSTRAINT "webhook_resends_queued" CHECK ("webhook_resends"."queued" between 0 and cardinality("webhook_resends"."delivery_ids"))
);
--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD COLUMN "response" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "rotated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "gone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_previous_secrets" ADD CONSTRAINT "webhook_previous_secrets_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_resends" ADD CONSTRAINT "webhook_resends_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_previous_secrets_endpoint" ON "webhook_previous_secrets" USING btree ("endpoint_id","valid_until");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_resends_open" ON "webhook_resends" USING btree ("endpoint_id") WHERE "webhook_resends"."done_at" is null;
--> statement-breakpoint
create or replace function notification_event_of(action text) returns text language plpgsql immutable as $$
begin
  return case
    when action = 'session.opened' then 'device'
    when action in ('account.password', 'account.password_reset', 'account.link_issued') then 'password'
    when action in ('two_factor.on', 'two_factor.off', 'two_factor.replaced', 'two_factor.reset', 'two_factor.backup_codes',
      'two_factor.backup_used', 'device.remembered', 'passkey.added', 'passkey.removed', 'pin.set', 'pin.removed', 'pin.locked')
      then 'sign_in'
    when action in ('token.issued', 'token.rotated', 'token.revoked', 'token.limited', 'webhook.added', 'webhook.removed',
      'webhook.rotated', 'webhook.gone', 'shop.keys_set', 'shop.keys_removed') then 'keys'
  end;
end $$;
