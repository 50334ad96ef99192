-- The same checks in a quarter of the words: PostgreSQL reads them anew for each statement that writes a row. The next migration looks
-- at the rows that are there.
alter table entries drop constraint entries_account_name,
  add constraint entries_account_name check (account ~ '^(wallet|held|sales|funding)$') not valid;
--> statement-breakpoint
alter table journals drop constraint journals_kind, add constraint journals_kind check (kind ~
  '^(credit|debit|claw_back|payment|refund|charge_back|charge_back_won|hold|settle|release|reversal|correction)$') not valid;
--> statement-breakpoint
alter table purchases drop constraint purchases_state,
  add constraint purchases_state check (state ~ '^(queued|sending|successful|failed|unconfirmed|reversed)$') not valid;
--> statement-breakpoint
-- What is recorded of a placing is figures alone.
create or replace trigger audit_personal_apart before insert on audit for each row
  when (new.action <> 'purchase.placed') execute function audit_apart();
