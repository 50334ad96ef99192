-- The money of an order that was paid online and not delivered is its customer's from the same moment on.
create or replace function refund_undelivered() returns trigger language plpgsql as $$
declare
  undelivered orders;
  acted_by constant text := 'system:order';
begin
  if new.state = old.state or new.state <> 'failed' or new.channel <> 'shop' then return null; end if;
  update orders
  set payment = 'refunded', changed_at = now(), waiting_for = null, due_at = now()
  where purchase_id = new.id and payment = 'received'
    and exists (select from payments where order_id = orders.id and state = 'paid')
  returning * into undelivered;
  if not found then return null; end if;
  perform refund_order(
    undelivered.id, format('Order %s was not delivered.', upper(undelivered.reference)),
    acted_by, null, true
  );
  insert into audit (actor, action, subject, subject_id, reseller_id, before, after)
  values (
    acted_by, 'order.refunded', 'order', undelivered.id::text, undelivered.reseller_id,
    jsonb_build_object('payment', 'received'), jsonb_build_object('payment', 'refunded')
  );
  return null;
end $$;

create or replace trigger purchases_refund_undelivered
  after update of state on purchases
  for each row
  execute function refund_undelivered();
