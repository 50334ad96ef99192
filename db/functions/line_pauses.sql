-- The plans on the lines that are paused now, with their suppliers.
create or replace view line_pauses as
select o.id, o.supplier_id, p.id as plan_id, o.network_id, o.type_id, o.began_at, o.probe_at
from outages o
join plans p on p.network_id = o.network_id and p.type_id = o.type_id
where is_pause(o);
