-- The kinds of journals that a purchase has, in their order, by its state, its advance and the commission of its
-- buyer's parent: that is paid once the buyer has paid for a delivered purchase.
create or replace function purchase_journals(state text, advance text, commission bigint) returns text[]
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
    case
      when commission > 0 and state in ('successful', 'reversed') and coalesce(advance, 'repaid') = 'repaid'
      then 'commission'
    end,
    case state when 'reversed' then 'reversal' end,
    case when commission > 0 and state = 'reversed' then 'commission_reversal' end
  ], null)
$$;
drop function if exists purchase_journals(text, text);
