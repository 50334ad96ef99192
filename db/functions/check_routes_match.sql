-- No version of the catalogue sells a plan by a match that was confirmed when the plan was another: its buyer
-- would get what it was. The code that changes a plan closes its matches (apply-catalogue-list.ts).
create or replace function check_routes_match() returns trigger language plpgsql as $$
begin
  if exists (
    select
    from routes r
    join plans p on p.id = r.plan_id
    where r.open and p.listed_by <> r.supplier_id
      and regexp_replace(lower(r.matched_texts), '\s+', '', 'g')
        <> regexp_replace(lower(plan_texts(p.id)), '\s+', '', 'g')
  ) then
    raise exception 'a supplier would deliver what a plan was'
      using errcode = 'check_violation', constraint = 'routes_match';
  end if;
  return null;
end $$;

drop trigger if exists catalogue_check_routes on catalogue;
create constraint trigger catalogue_check_routes after update of version on catalogue
  deferrable initially deferred
  for each row when (new.version <> old.version) execute function check_routes_match();
