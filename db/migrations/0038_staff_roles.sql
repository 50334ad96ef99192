CREATE TABLE "staff" (
	"id" bigint PRIMARY KEY NOT NULL,
	"role_id" bigint NOT NULL,
	"given_by" bigint,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "staff_not_by_oneself" CHECK ("staff"."given_by" <> "staff"."id")
);
--> statement-breakpoint
CREATE TABLE "staff_roles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_roles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"built_in" text,
	"name" text NOT NULL,
	"permissions" text[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "staff_roles_built_in_once" UNIQUE("built_in"),
	CONSTRAINT "staff_roles_built_in" CHECK ("staff_roles"."built_in" in ('owner', 'finance', 'support', 'catalogue')),
	CONSTRAINT "staff_roles_see" CHECK ('see' = any("staff_roles"."permissions")),
	CONSTRAINT "staff_roles_staff" CHECK ("staff_roles"."built_in" is not distinct from 'owner' or not 'staff' = any("staff_roles"."permissions"))
);
--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_id_accounts_id_fk" FOREIGN KEY ("id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_role_id_staff_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."staff_roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_given_by_accounts_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_roles_name" ON "staff_roles" USING btree (lower("name")) WHERE "staff_roles"."removed_at" is null;--> statement-breakpoint
create trigger staff_roles_built_in_kept before delete or update on staff_roles
  for each row when (old.built_in is not null) execute function refuse_rewrite();
--> statement-breakpoint
create trigger staff_roles_no_truncate before truncate on staff_roles for each statement execute function refuse_rewrite();
--> statement-breakpoint
create function keep_an_owner() returns trigger language plpgsql as $$
declare
  owners bigint;
begin
  -- Whoever takes an owner away waits here for whoever does so too, and then counts anew.
  select id into owners from staff_roles where built_in = 'owner' for no key update;
  if tg_table_name = 'staff' then
    if old.role_id is distinct from owners then return null; end if;
  elsif not exists (select from staff where id = old.id and role_id = owners) then
    return null;
  end if;
  if not exists (
    select from staff s join accounts a on a.id = s.id
    where s.role_id = owners and a.closed_at is null and not a.password_generated)
  then
    raise exception 'an owner stays' using errcode = 'restrict_violation', constraint = 'staff_an_owner_stays';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger staff_an_owner_stays after delete or update of role_id on staff
  for each row execute function keep_an_owner();
--> statement-breakpoint
create trigger accounts_an_owner_stays after update of closed_at on accounts
  for each row when (old.closed_at is null and new.closed_at is not null and new.role = 'admin')
  execute function keep_an_owner();
--> statement-breakpoint
create function staff_may(account bigint, permission text) returns boolean language sql stable as $$
  select exists (
    select from accounts a join staff s on s.id = a.id join staff_roles r on r.id = s.role_id
    where a.id = account and a.role = 'admin' and a.closed_at is null
      and (r.built_in = 'owner' or permission = any (r.permissions)));
$$;
