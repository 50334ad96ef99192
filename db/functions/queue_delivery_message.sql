-- The outcome of an order's delivery, or of a purchase whose customer wants to know it. One that its reseller
-- cancelled has the message of their next action.
create or replace function queue_delivery_message() returns trigger language plpgsql as $$
declare
  about orders;
  what text := case new.state when 'successful' then 'delivered' else new.state end;
begin
  if new.settled_by is not distinct from 'cancelled' then return null; end if;
  if new.message_by is not null then
    perform queue_customer_message(
      what, new.ident, new.message_by, new.phone, new.reseller_id, null, new.id, new.placed_at
    );
    return null;
  end if;
  select * into about from orders where purchase_id = new.id and message_by is not null;
  if found then perform queue_order_message(about, what, new.ident); end if;
  return null;
end $$;

create or replace trigger purchases_message after update of state on purchases for each row
  when ((new.channel = 'shop' or new.message_by is not null) and new.state is distinct from old.state
    and new.state in ('successful', 'failed', 'reversed'))
  execute function queue_delivery_message();
