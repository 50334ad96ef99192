-- Records the event of a test purchase that ends.
create or replace function record_test_purchase_event() returns trigger language plpgsql as $$
begin
  if new.state in ('successful', 'failed', 'reversed') then
    perform record_event(
      'test_purchase.ended', new.ident, new.reseller_id, jsonb_build_object('state', new.state));
  end if;
  return null;
end $$;

-- What they replace goes in the same transaction.
drop trigger if exists test_purchases_moved_webhooks on test_purchases;
drop trigger if exists test_purchases_placed_webhooks on test_purchases;
drop function if exists queue_test_purchase_webhooks();
create or replace trigger test_purchases_moved_events after update of state on test_purchases
  for each row when ((new.state is distinct from old.state)) execute function record_test_purchase_event();

create or replace trigger test_purchases_placed_events after insert on test_purchases
  for each row execute function record_test_purchase_event();
