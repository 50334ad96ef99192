-- When a transaction commits, a reseller's parent is that of their active pair, and no agent has agents.
create or replace function check_agents() returns trigger language plpgsql as $$
declare
  about bigint := case tg_table_name when 'agents' then (to_jsonb(new) ->> 'agent_id')::bigint else new.id end;
begin
  -- Serialises pairs that begin or end: the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended('agents', 0));
  if exists (
    select
    from resellers r
    where r.id = about
      and r.parent_id is distinct from (
        select a.parent_id from agents a where a.agent_id = r.id and a.state = 'active')
  ) then
    raise exception 'the parent of reseller % is not that of their active pair', about
      using errcode = 'check_violation', constraint = 'agents_match';
  end if;
  if exists (
    select
    from resellers a
    join resellers p on p.id = a.parent_id
    where about in (a.id, p.id) and p.parent_id is not null
  ) then
    raise exception 'an agent cannot have agents (reseller %)', about
      using errcode = 'check_violation', constraint = 'agents_one_level';
  end if;
  return null;
end $$;

drop trigger if exists agents_check on agents;
create constraint trigger agents_check after insert or update of state, agent_id, parent_id on agents
  deferrable initially deferred
  for each row when (new.agent_id is not null) execute function check_agents();

drop trigger if exists resellers_check_agents_created on resellers;
create constraint trigger resellers_check_agents_created after insert on resellers
  deferrable initially deferred
  for each row when (new.parent_id is not null) execute function check_agents();

drop trigger if exists resellers_check_agents on resellers;
create constraint trigger resellers_check_agents after update of parent_id on resellers
  deferrable initially deferred
  for each row when (new.parent_id is distinct from old.parent_id) execute function check_agents();
