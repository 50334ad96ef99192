create or replace function create_order_notification() returns trigger language plpgsql as $$
begin
  perform create_notification(
    new.reseller_id, 'order', new.id::text,
    jsonb_build_object(
      'reference', new.reference, 'price', new.price::text,
      'plan', concat_ws(' ', new.network_name, new.size, new.volume))
  );
  return null;
end $$;

create or replace trigger orders_notifications
  after insert on orders
  for each row
  execute function create_order_notification();
