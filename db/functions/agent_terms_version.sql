-- A text that changes with whatever sets the prices of a parent's agents beside the catalogue; null while their
-- own level sets them: agents are off, or the parent isn't active or below the level that may have agents.
create or replace function agent_terms_version(parent bigint) returns text stable language plpgsql as $$
begin
  return (
    select concat_ws(' ', p.id, p.xmin, l.version, s.version)
    from resellers p
    join settings s on s.name = 'agents'
    left join price_lists l on l.reseller_id = p.id and l.audience = 'agents'
    where p.id = parent and may_have_agents(p.state, p.level, p.parent_id, s.value)
  );
end $$;
