-- The end of a purchase makes its order due. An order that is locked is passed over: its holder waits for the
-- purchase, and waiting here, with the wallet locked, could end in a deadlock.
create or replace function make_order_due() returns trigger language plpgsql as $$
begin
  update orders
  set due_at = now()
  where id in (
    select id from orders where purchase_id = new.id and due_at > now() for no key update skip locked);
  if found then perform pg_notify('lane', 'orders'); end if;
  return null;
end $$;

create or replace trigger purchases_order_due after update of state on purchases for each row
  when (new.state is distinct from old.state and new.channel = 'shop'
    and new.state in ('successful', 'failed'))
  execute function make_order_due();
