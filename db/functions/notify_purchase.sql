-- The dispatcher hears of a purchase to send, and the pages of its buyer of each state. With its end,
-- so that who waits for it needs no read; without one that is too long for a notification.
create or replace function notify_purchase() returns trigger language plpgsql as $$
declare
  change text;
  ended text;
  notified text;
begin
  if tg_op = 'INSERT' or new.state <> old.state then
    change := new.reseller_id || ' ' || new.ident || ' ' || new.state;
    if new.settled_at is not null then
      ended := jsonb_build_object('settledAt', new.settled_at, 'ending', new.ending, 'outcome', new.outcome);
      if octet_length(ended) < 7000 then
        change := change || ' ' || ended;
      end if;
    end if;
    -- An assignment, unlike `perform`, runs no query.
    notified := pg_notify('purchase', change);
  end if;
  return null;
end $$;

create or replace trigger purchases_moved_notify after update of state on purchases
  for each row execute function notify_purchase();

create or replace trigger purchases_placed_notify
  after insert on purchases
  for each row
  execute function notify_purchase();
