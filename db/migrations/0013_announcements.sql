CREATE TABLE "announcements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"network_id" integer,
	"text" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone,
	CONSTRAINT "announcements_kind" CHECK ("announcements"."kind" in ('outage', 'maintenance', 'price', 'news')),
	CONSTRAINT "announcements_ends_later" CHECK ("announcements"."ends_at" >= "announcements"."made_at")
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_ends" ON "announcements" USING btree ("ends_at");
--> statement-breakpoint
create function tell_webhooks_of_announcement() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (endpoint_id, type, subject)
    select id, 'announcement.made', new.id::text from webhook_endpoints
    where removed_at is null and 'announcements' = any(events);
  if found then perform pg_notify('webhook', ''); end if;
  return null;
end $$;
--> statement-breakpoint
create trigger announcements_webhooks after insert on announcements
  for each row execute function tell_webhooks_of_announcement();
