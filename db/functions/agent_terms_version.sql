-- A text that changes with whatever sets the prices of a parent's agents beside the catalogue; null while their
-- own level sets them: agents are off, or the parent isn't active or below the level that may have agents.
create or replace function agent_terms_version(parent bigint) returns text stable language plpgsql as $$
begin
  return (
    select concat_ws(' ', p.id, p.xmin, l.version, s.version)
    from resellers p
    join settings s on s.name = 'agents'
    left join price_lists l on l.reseller_id = p.id and l.audience = 'agents'
    where p.id = parent and p.state = 'active' and p.parent_id is null
      and s.value ->> 'enabled' = 'true'
      and array_position(array['smart_earner', 'affiliate', 'top_user', 'api'], p.level)
        >= array_position(
          array['smart_earner', 'affiliate', 'top_user', 'api'], coalesce(s.value ->> 'from', 'top_user'))
  );
end $$;
