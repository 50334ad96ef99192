-- The outcome of an order's delivery. One that its reseller cancelled has the message of their next action.
create or replace function queue_delivery_message() returns trigger language plpgsql as $$
declare
  about orders;
begin
  if new.settled_by is not distinct from 'cancelled' then return null; end if;
  select * into about from orders where purchase_id = new.id and message_by is not null;
  if found then
    perform queue_order_message(about,
      case new.state when 'successful' then 'delivered' else new.state end, new.ident);
  end if;
  return null;
end $$;

create or replace trigger purchases_message after update of state on purchases for each row
  when (new.channel = 'shop' and new.state is distinct from old.state
    and new.state in ('successful', 'failed', 'reversed'))
  execute function queue_delivery_message();
