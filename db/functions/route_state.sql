-- The state of a supplier's plan: the supplier no longer lists it (gone), an admin ignored it, or has to
-- match it; a matched one is open, or kept closed by its changed plan, by its cost alone, or by its supplier
-- (closed).
create or replace function route_state(r routes) returns text language sql immutable as $$
  select case
    when r.delisted_at is not null then 'gone'
    when r.ignored then 'ignored'
    when r.plan_id is null then 'match'
    when r.open then 'open'
    when r.closed_for = 'plan' then 'plan'
    when r.active and r.cost is not null then 'cost'
    else 'closed'
  end
$$;
