-- Records the events of a pair of parent and agent: for the agent, and for the parent.
create or replace function record_agent_event() returns trigger language plpgsql as $$
declare
  kind text := case
    when new.state = 'ended' then 'agent.ended'
    when new.state = 'active' and old.state <> 'active' then 'agent.started'
    when new.ends_at is null then 'agent.kept'
    else 'agent.end_planned'
  end;
  facts jsonb := jsonb_build_object('endsAt', new.ends_at);
begin
  if new.agent_id is not null then
    perform record_event(kind, new.id::text, new.agent_id, facts || '{"side": "agent"}');
  end if;
  if new.state = 'ended' and old.state <> 'invited' or kind = 'agent.started' then
    perform record_event(kind, new.id::text, new.parent_id, facts || '{"side": "parent"}');
  end if;
  return null;
end $$;

create or replace trigger agents_events after update on agents for each row
  when (old.state <> new.state and new.state in ('active', 'ended')
    or new.state = 'active' and old.ends_at is distinct from new.ends_at)
  execute function record_agent_event();
