-- The conditions are here, not at the trigger: PostgreSQL parses that again for each
-- statement that writes a row.
create or replace function record_purchase_event() returns trigger language plpgsql as $$
declare
  kind constant text := case
    when new.state = old.state then case
      when new.advance = 'open' and old.advance is null then 'purchase.advanced'
    end
    when new.state in ('successful', 'failed') then 'purchase.settled'
    when new.state = 'unconfirmed' then 'purchase.unconfirmed'
    when new.state = 'reversed' then 'purchase.reversed'
  end;
  recorded text;
begin
  if kind is null then return null; end if;
  -- An assignment, unlike `perform`, runs no query.
  recorded := record_event(
    kind, new.ident, new.reseller_id,
    jsonb_build_object(
      'state', new.state, 'was', old.state, 'by', new.settled_by, 'advance', new.advance,
      'batch', new.batch_id, 'price', new.price::text,
      'plan', concat_ws(' ', new.network_name, new.size, new.volume),
      'late', new.settled_at > new.placed_at + interval '10 minutes'));
  return null;
end $$;

create or replace trigger purchases_events after update of state, advance on purchases for each row
  execute function record_purchase_event();
