-- A commit leaves no customer without delivery and money: the order of a failed purchase that was paid online
-- is refunded in the same transaction (refund-paid-order.ts).
create or replace function check_order_refunded() returns trigger language plpgsql as $$
begin
  if exists (
    select
    from orders o
    join payments p on p.order_id = o.id and p.state = 'paid'
    where o.purchase_id = new.id and o.payment = 'received'
  ) then
    raise exception 'the order of purchase % was paid online and not delivered', new.id
      using errcode = 'check_violation', constraint = 'purchases_refunded';
  end if;
  return null;
end $$;

drop trigger if exists purchases_check_refunded on purchases;
create constraint trigger purchases_check_refunded after update of state on purchases
  deferrable initially deferred
  for each row when (new.state = 'failed' and old.state <> 'failed' and new.channel = 'shop')
  execute function check_order_refunded();
