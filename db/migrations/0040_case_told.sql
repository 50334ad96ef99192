-- step by step
CREATE INDEX CONCURRENTLY "complaints_passed" ON "complaints" USING btree ("reseller_id") WHERE "complaints"."answered_at" is null and "complaints"."passed_at" is not null;--> statement-breakpoint
create or replace function tell_of_case_word() returns trigger language plpgsql as $$
begin
  perform tell_account(a.id, 'new_case', new.id::text, jsonb_build_object('kind', new.kind, 'ident', p.ident))
    from cases c join purchases p on p.id = c.purchase_id, accounts a
    where c.id = new.case_id and a.role = 'admin' and a.closed_at is null;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger case_words_admins after insert on case_words for each row
  when (new.kind in ('opened', 'reply', 'reopened')) execute function tell_of_case_word();
