-- Returns whether a row of outages pauses its line now.
create or replace function is_pause(o outages) returns boolean language sql stable as $$
  select o.state = 'paused' and o.ended_at is null and (o.until is null or o.until > now())
$$;
