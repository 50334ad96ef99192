-- Records the event of an order.
create or replace function record_order_event() returns trigger language plpgsql as $$
begin
  perform record_event(
    'order.placed', new.id::text, new.reseller_id,
    jsonb_build_object(
      'reference', new.reference, 'price', new.price::text,
      'plan', concat_ws(' ', new.network_name, new.size, new.volume)));
  return null;
end $$;

create or replace trigger orders_events
  after insert on orders
  for each row
  execute function record_order_event();
