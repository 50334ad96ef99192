-- The resellers with queued purchases, by one index lookup each instead of a scan of the queue.
create or replace view waiting_resellers as
with recursive waiting (reseller_id) as (
  (select reseller_id from purchases where state = 'queued' order by reseller_id limit 1)
  union all
  select (
    select p.reseller_id
    from purchases p
    where p.state = 'queued' and p.reseller_id > waiting.reseller_id
    order by p.reseller_id
    limit 1
  )
  from waiting
  where waiting.reseller_id is not null
)
select reseller_id
from waiting
where reseller_id is not null;
