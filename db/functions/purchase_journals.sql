-- The kinds of journals that a purchase has, in their order, by its state and its advance.
create or replace function purchase_journals(state text, advance text) returns text[]
immutable language sql as $$
  select array_remove(array[
    'hold',
    case when advance is not null then 'advance' end,
    case
      when state in ('successful', 'reversed') then 'settle'
      when state = 'failed' and advance = 'closed' then 'advance_closed'
      when state = 'failed' then 'release'
    end,
    case advance when 'repaid' then 'advance_repaid' when 'waived' then 'advance_waived' end,
    case state when 'reversed' then 'reversal' end
  ], null)
$$;
