ALTER TABLE "plans" ADD COLUMN "confirmed_cost" bigint;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "doubt" text;--> statement-breakpoint
ALTER TABLE "routes" ADD COLUMN "confirmed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "routes" ADD COLUMN "matched_texts" text;--> statement-breakpoint
ALTER TABLE "routes" ADD COLUMN "closed_for" text;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_doubt" CHECK ("plans"."doubt" in ('cost', 'missing', 'new', 'charged')) NOT VALID;--> statement-breakpoint
ALTER TABLE "routes" ADD CONSTRAINT "routes_closed_for" CHECK ("routes"."closed_for" in ('plan', 'charged')) NOT VALID;--> statement-breakpoint
-- As admins read them; compared without case and spaces.
create function plan_texts(plan integer) returns text
language sql stable
as $$
  select concat_ws(' · ', n.name, t.name, concat_ws(' ', nullif(p.size, ''), nullif(p.volume, '')),
    coalesce(nullif(p.validity, ''), p.validity_normalized))
  from plans p join networks n on n.id = p.network_id join plan_types t on t.network_id = p.network_id and t.id = p.type_id
  where p.id = plan
$$;
--> statement-breakpoint
create function close_changed_routes() returns trigger
language plpgsql
as $$
declare
  changed jsonb := to_jsonb(new);
begin
  update routes r set confirmed_cost = null, closed_for = 'plan'
  from plans p
  where p.id = r.plan_id and case tg_table_name
      when 'plans' then p.id = (changed->>'id')::integer
      when 'networks' then p.network_id = (changed->>'id')::integer
      else p.network_id = (changed->>'network_id')::integer and p.type_id = (changed->>'id')::integer
    end
    and regexp_replace(lower(r.matched_texts), '\s+', '', 'g') is distinct from regexp_replace(lower(plan_texts(p.id)), '\s+', '', 'g');
  return null;
end $$;
--> statement-breakpoint
create trigger plans_close_routes after update on plans
  for each row when ((old.network_id, old.type_id, old.size, old.volume, old.validity, old.validity_normalized)
    is distinct from (new.network_id, new.type_id, new.size, new.volume, new.validity, new.validity_normalized))
  execute function close_changed_routes();
--> statement-breakpoint
create trigger networks_close_routes after update on networks
  for each row when (old.name is distinct from new.name) execute function close_changed_routes();
--> statement-breakpoint
create trigger plan_types_close_routes after update on plan_types
  for each row when (old.name is distinct from new.name) execute function close_changed_routes();
