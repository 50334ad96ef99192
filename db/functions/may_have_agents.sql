-- Returns whether a reseller may have agents, by the operator's settings: those buy at the reseller's price only then.
create or replace function may_have_agents(
  state text, level text, parent_id bigint, terms jsonb
) returns boolean language sql immutable as $$
  select state = 'active' and parent_id is null and coalesce(terms ->> 'enabled', '') = 'true'
    and array_position(array['smart_earner', 'affiliate', 'top_user', 'api'], level)
      >= array_position(
        array['smart_earner', 'affiliate', 'top_user', 'api'], coalesce(terms ->> 'from', 'top_user'))
$$;
