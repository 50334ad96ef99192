-- By what the prices of a parent's agents are set, for `StoredAgentTerms`; null while their own level sets them.
create or replace function agent_terms(parent bigint) returns jsonb stable language plpgsql as $$
declare
  terms_version text := agent_terms_version(parent);
begin
  if terms_version is null then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'parentId', p.id, 'level', p.level, 'list', price_list(p.id, 'agents'),
      'most', coalesce((s.value ->> 'margin')::integer, 500), 'version', terms_version)
    from resellers p
    join settings s on s.name = 'agents'
    where p.id = parent
  );
end $$;
