-- A purchase keeps its content.
create or replace function check_purchase_content() returns trigger language plpgsql as $$
begin
  if (
    new.ident, new.reseller_id, new.namespace, new.ref, new.plan_id,
    new.network_id, new.phone, new.price, new.cost, new.batch_id, new.helper_id
  ) is distinct from (
    old.ident, old.reseller_id, old.namespace, old.ref, old.plan_id,
    old.network_id, old.phone, old.price, old.cost, old.batch_id, old.helper_id
  ) then
    raise exception 'a purchase''s content cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Only for the statements that set these columns: most change the state alone.
create or replace trigger purchases_content_check
  before update of
    ident, reseller_id, namespace, ref, plan_id, network_id, phone, price, cost, batch_id, helper_id
  on purchases
  for each row
  execute function check_purchase_content();
