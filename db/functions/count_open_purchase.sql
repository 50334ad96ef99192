-- A wallet holds the price of its open purchases, and its advances are the prices of its purchases
-- with an advance that isn't ended: both change with the purchase, or the commit is rejected.
create or replace function count_open_purchase() returns trigger language plpgsql as $$
declare
  unmatched text;
begin
  unmatched := add_unmatched(
    mark_held(new.reseller_id,
      case when tg_op = 'UPDATE' and old.settled_at is null then old.price else 0 end
      - case when new.settled_at is null then new.price else 0 end)
    + mark_advanced(new.reseller_id,
      case when new.advance in ('open', 'awaiting_consent') then new.price else 0 end
      - case
          when tg_op = 'UPDATE' and old.advance in ('open', 'awaiting_consent') then old.price
          else 0
        end));
  return null;
end $$;

create or replace trigger purchases_count_open after insert or update of settled_at, advance on purchases
  for each row execute function count_open_purchase();
