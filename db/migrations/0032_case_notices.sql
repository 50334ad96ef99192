create function tell_of_answer() returns trigger language plpgsql as $$
begin
  perform tell_account(c.reseller_id, 'case', new.id::text, jsonb_build_object('kind', new.kind, 'ident', p.ident))
    from cases c join purchases p on p.id = c.purchase_id where c.id = new.case_id;
  return null;
end $$;
--> statement-breakpoint
-- Money that comes back is told of by its reversal.
create trigger case_words_notices after insert on case_words for each row
  when (new.kind in ('delivered', 'asking', 'owner')) execute function tell_of_answer();
