insert into price_lists (reseller_id, rounding) select reseller_id, rounding from shops;--> statement-breakpoint
insert into price_list_rules (reseller_id, network_id, type_name, plan_id, kind, value, hidden)
select s.reseller_id, case when r.plan_id is null then r.network_id end,
  case when r.plan_id is null then r.type_name end, r.plan_id, r.kind, r.value, coalesce(p.hidden, false)
from shop_rules r
join shops s on s.id = r.shop_id
left join shop_plans p using (shop_id, plan_id)
where p.price is null;--> statement-breakpoint
insert into price_list_rules (reseller_id, plan_id, kind, value, hidden)
select s.reseller_id, p.plan_id, case when p.price is not null then 'fixed' end, p.price, p.hidden
from shop_plans p
join shops s on s.id = p.shop_id
where p.price is not null
  or p.hidden and not exists (select from shop_rules r where (r.shop_id, r.plan_id) = (p.shop_id, p.plan_id));
