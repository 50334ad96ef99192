-- The condition is here, not at the trigger: PostgreSQL parses that again for each
-- statement that writes a row.
create or replace function create_purchase_notification() returns trigger language plpgsql as $$
begin
  if new.advance = 'open' and old.advance is null then
    perform create_notification(
      new.reseller_id, 'advanced', new.ident,
      jsonb_build_object('ident', new.ident, 'price', new.price::text,
        'plan', concat_ws(' ', new.network_name, new.size, new.volume))
    );
  end if;
  if new.state is distinct from old.state and (
    new.state in ('unconfirmed', 'reversed')
    or new.state = 'failed' and new.settled_by is distinct from 'cancelled'
    or new.state = 'successful' and (
      old.state = 'unconfirmed'
      or new.batch_id is null and new.settled_at > new.placed_at + interval '10 minutes')
  ) then
    perform create_notification(
      new.reseller_id,
      case
        when new.state = 'unconfirmed' then 'not_confirmed'
        when old.state = 'unconfirmed' and new.advance = 'awaiting_consent' then 'advance_asked'
        when old.state = 'unconfirmed' then 'decided'
        when new.state = 'successful' then 'late'
        else 'failed'
      end,
      case
        when new.batch_id is null or new.advance is not null then new.ident
        else 'list ' || new.batch_id
      end,
      jsonb_strip_nulls(jsonb_build_object(
        'state', new.state, 'ident', new.ident, 'price', new.price::text,
        'plan', concat_ws(' ', new.network_name, new.size, new.volume),
        'run', new.batch_id, 'advance', new.advance
      ))
    );
  end if;
  return null;
end $$;

-- Most purchases are delivered soon, without a notification: the condition is all that they cost.
create or replace trigger purchases_notifications
  after update of state, advance on purchases
  for each row
  execute function create_purchase_notification();
