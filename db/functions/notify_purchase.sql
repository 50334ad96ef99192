-- The dispatcher hears of a purchase to send, and the pages of its buyer of each state.
create or replace function notify_purchase() returns trigger language plpgsql as $$
declare
  notified text;
begin
  if tg_op = 'INSERT' or new.state <> old.state then
    -- An assignment, unlike `perform`, runs no query.
    notified := pg_notify('purchase', new.reseller_id || ' ' || new.ident || ' ' || new.state);
  end if;
  return null;
end $$;

create or replace trigger purchases_moved_notify after update of state on purchases
  for each row execute function notify_purchase();

create or replace trigger purchases_placed_notify
  after insert on purchases
  for each row
  execute function notify_purchase();
