-- A number for so many entries of a journal that sum to an amount, as `mark_held` makes one for a hold.
create or replace function mark_entries(journal bigint, entries integer, amount bigint) returns numeric
immutable language sql as $$
  select entries::numeric * hashint8extended(journal, 2) + amount::numeric * hashint8extended(journal, 3)
$$;
