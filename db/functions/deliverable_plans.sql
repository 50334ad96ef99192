-- The plans that each supplier delivers now.
create or replace view deliverable_plans as
select r.supplier_id, p.id as plan_id, p.network_id, p.size, p.volume, p.validity, r.supplier_plan_id,
  r.network_id as supplier_network_id, r.cost
from routes r
join plans p on p.id = r.plan_id
where r.open;
