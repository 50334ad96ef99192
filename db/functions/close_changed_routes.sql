create or replace function close_changed_routes() returns trigger
language plpgsql
as $$
declare
  changed jsonb := to_jsonb(new);
begin
  update routes r set confirmed_cost = null, closed_for = 'plan'
  from plans p
  where p.id = r.plan_id and p.listed_by <> r.supplier_id and case tg_table_name
      when 'plans' then p.id = (changed->>'id')::integer
      when 'networks' then p.network_id = (changed->>'id')::integer
      else p.network_id = (changed->>'network_id')::integer and p.type_id = (changed->>'id')::integer
    end
    and regexp_replace(lower(r.matched_texts), '\s+', '', 'g')
      is distinct from regexp_replace(lower(plan_texts(p.id)), '\s+', '', 'g');
  return null;
end $$;

create or replace trigger networks_close_routes after update on networks
  for each row when (old.name is distinct from new.name) execute function close_changed_routes();

create or replace trigger plan_types_close_routes after update on plan_types
  for each row when (old.name is distinct from new.name) execute function close_changed_routes();

create or replace trigger plans_close_routes after update on plans
  for each row when (
    (old.network_id, old.type_id, old.size, old.volume, old.validity, old.validity_normalized)
      is distinct from
    (new.network_id, new.type_id, new.size, new.volume, new.validity, new.validity_normalized))
  execute function close_changed_routes();
