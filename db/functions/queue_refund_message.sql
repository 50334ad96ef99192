-- An order's money is back with its customer: as the shop recorded it, or as the provider confirmed it.
create or replace function queue_refund_message() returns trigger language plpgsql as $$
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
  if about.message_by is not null then perform queue_order_message(about, 'refunded', about.id::text); end if;
  return null;
end $$;

create or replace trigger orders_refund_message after update of payment on orders for each row
  when (new.message_by is not null and new.payment = 'refunded' and old.payment <> 'refunded')
  execute function queue_refund_message();

create or replace trigger provider_transactions_refund_message after update of state on provider_transactions
  for each row when (new.state = 'refunded' and old.state <> 'refunded' and new.payment_id is not null)
  execute function queue_refund_message();
