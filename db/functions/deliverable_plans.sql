-- The plans that each supplier delivers now, in one shape: of the main one the catalogue, of others `routes`.
create or replace view deliverable_plans as
select s.id as supplier_id, p.id as plan_id, p.network_id, p.size, p.volume, p.validity,
  p.id as supplier_plan_id, p.network_id as supplier_network_id, c.cost
from plans p
join plan_types t on t.network_id = p.network_id and t.id = p.type_id
join networks n on n.id = p.network_id
join suppliers s on s.id = p.listed_by
cross join lateral (
  select case s.level
    when 'smart_earner' then p.smart_earner_amount
    when 'affiliate' then p.affiliate_amount
    when 'top_user' then p.top_user_amount
    when 'api' then p.api_amount
  end as cost
) c
where p.listed_by = 1 and p.delisted_at is null and p.doubt is null and p.active and t.active and n.active
  and c.cost is not null
union all
select r.supplier_id, p.id, p.network_id, p.size, p.volume, p.validity, r.supplier_plan_id, r.network_id,
  r.cost
from routes r
join plans p on p.id = r.plan_id
where r.open;
