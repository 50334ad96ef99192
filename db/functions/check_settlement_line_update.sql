-- What a provider said of a settlement stays; a line is put to the money that it is about, and taken into the
-- books, once.
create or replace function check_settlement_line_update() returns trigger language plpgsql as $$
begin
  if old.transaction_id is not null or (
    new.settlement_id, new.transaction, new.nth, new.reference, new.gross, new.fee, new.currency
  ) is distinct from (
    old.settlement_id, old.transaction, old.nth, old.reference, old.gross, old.fee, old.currency
  ) then
    raise exception 'what a provider settled cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger settlement_lines_update_check
  before update on settlement_lines
  for each row
  execute function check_settlement_line_update();
