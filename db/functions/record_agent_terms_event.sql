-- Records, for a parent and each of their agents, that the parent's price begins or ends to be what agents pay. The end
-- of a closed parent's pairs is an event of its own.
create or replace function record_agent_terms_event() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'resellers' then
    perform record_terms_of_agents(new.id, may_have_agents(new.state, new.level, new.parent_id, s.value))
    from settings s
    where s.name = 'agents'
      and may_have_agents(new.state, new.level, new.parent_id, s.value)
        <> may_have_agents(old.state, old.level, old.parent_id, s.value);
  else
    perform record_terms_of_agents(p.id, may_have_agents(p.state, p.level, p.parent_id, new.value))
    from resellers p
    where p.id in (select parent_id from agents where state = 'active')
      and may_have_agents(p.state, p.level, p.parent_id, new.value)
        <> may_have_agents(p.state, p.level, p.parent_id, old.value);
  end if;
  return null;
end $$;

create or replace trigger resellers_agent_terms after update of level, state on resellers for each row
  when ((old.level <> new.level or old.state <> new.state) and new.state <> 'closed')
  execute function record_agent_terms_event();

create or replace trigger settings_agent_terms after update on settings for each row
  when (new.name = 'agents') execute function record_agent_terms_event();
