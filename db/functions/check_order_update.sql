-- The money of an order that was delivered, or may be, isn't given back.
create or replace function check_order_update() returns trigger language plpgsql as $$
begin
  if (
    new.code, new.shop_id, new.reseller_id, new.ref, new.reference, new.plan_id, new.network_id, new.price
  ) is distinct from (
    old.code, old.shop_id, old.reseller_id, old.ref, old.reference, old.plan_id, old.network_id, old.price
  ) then
    raise exception 'an order''s content cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.phone is distinct from old.phone and new.phone is not null then
    raise exception 'the number of an order can only be forgotten' using errcode = 'restrict_violation';
  end if;
  if new.payment <> old.payment and (old.payment, new.payment) not in (
    ('awaiting', 'received'), ('awaiting', 'rejected'), ('awaiting', 'expired'),
    ('expired', 'received'), ('expired', 'rejected'), ('rejected', 'received'),
    ('received', 'refunded')
  ) then
    raise exception 'an order that is % cannot become %', old.payment, new.payment
      using errcode = 'check_violation', constraint = 'orders_update_check';
  end if;
  if new.payment = 'refunded' and old.payment <> 'refunded' and exists (
    select from purchases where id = new.purchase_id and state not in ('failed', 'reversed')
  ) then
    raise exception 'an order that was delivered, or may be, is not given back'
      using errcode = 'check_violation', constraint = 'orders_delivered';
  end if;
  return new;
end $$;

create or replace trigger orders_update_check
  before update on orders
  for each row
  execute function check_order_update();
