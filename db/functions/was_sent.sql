-- Returns whether an attempt may have been executed, by its result: its purchase is never sent again. The
-- index `attempts_sent_once` keeps one of them for each purchase.
create or replace function was_sent(result text) returns boolean language sql immutable as $$
  select result is null or result not in ('unsent', 'throttled', 'rejected')
$$;
