-- Pages hear of an order: that it was placed, of its payment, its waiting and its refund.
create or replace function notify_order() returns trigger language plpgsql as $$
begin
  perform pg_notify('order', new.reseller_id || ' ' || new.id || ' ' || new.payment);
  return null;
end $$;

create or replace trigger orders_moved_notify after update of payment on orders
  for each row when ((new.payment is distinct from old.payment)) execute function notify_order();

create or replace trigger orders_placed_notify
  after insert on orders
  for each row
  execute function notify_order();

create or replace trigger orders_waits_notify after update of waiting_for, changed_at on orders for each row
  when (new.payment = old.payment
    and (new.waiting_for, new.changed_at) is distinct from (old.waiting_for, old.changed_at))
  execute function notify_order();
