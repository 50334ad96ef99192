-- Adds to the sum that doesn't match yet in this transaction; rolled back with its savepoint.
create or replace function add_unmatched(amount numeric) returns text language sql as $$
  select set_config(
    'portal.unmatched',
    (coalesce(nullif(current_setting('portal.unmatched', true), ''), '0')::numeric + amount)::text,
    true
  )
$$;
