-- An order's money is back with its customer: as the shop recorded it, or as the provider confirmed it.
create or replace function record_order_refund() returns trigger language plpgsql as $$
declare
  about orders;
begin
  if tg_table_name = 'orders' then
    select * into about
    from orders o
    where o.id = (to_jsonb(new) ->> 'id')::bigint
      and not exists (select from payments y where y.order_id = o.id and y.state = 'paid');
  else
    select o.* into about
    from payments y
    join orders o on o.id = y.order_id
    where y.id = (to_jsonb(new) ->> 'payment_id')::bigint and y.state = 'paid' and o.payment = 'refunded';
  end if;
  if found then perform record_event('order.refunded', about.id::text, about.reseller_id, '{}'); end if;
  return null;
end $$;

create or replace trigger orders_refund_event after update of payment on orders for each row
  when (new.payment = 'refunded' and old.payment <> 'refunded')
  execute function record_order_refund();

create or replace trigger provider_transactions_refund_event after update of state on provider_transactions
  for each row when (new.state = 'refunded' and old.state <> 'refunded' and new.payment_id is not null)
  execute function record_order_refund();
