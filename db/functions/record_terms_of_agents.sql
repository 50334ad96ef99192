-- Records for a parent and each of their agents whether the parent's price is what agents pay from now on.
create or replace function record_terms_of_agents(parent bigint, in_force boolean) returns void language plpgsql as $$
begin
  perform record_event('agent.terms_changed', g.id::text, g.agent_id,
    jsonb_build_object('side', 'agent', 'inForce', in_force))
  from agents g
  where g.parent_id = parent and g.state = 'active'
  order by g.id;
  if found then
    perform record_event('agent.terms_changed', parent::text, parent,
      jsonb_build_object('side', 'parent', 'inForce', in_force));
  end if;
end $$;
