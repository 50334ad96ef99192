-- Notes that stay, the one switch, and who is told when money moves by hand or is asked for.
create trigger reseller_notes_append_only before update or delete on reseller_notes for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger reseller_notes_no_truncate before truncate on reseller_notes execute function refuse_rewrite();
--> statement-breakpoint
create function tell_wallet() returns trigger language plpgsql as $$
begin
  perform pg_notify('wallet', new.reseller_id::text);
  return null;
end $$;
--> statement-breakpoint
create trigger journals_by_hand_told after insert on journals
  for each row when (new.kind in ('credit', 'debit', 'claw_back', 'correction')) execute function tell_wallet();
--> statement-breakpoint
create trigger funding_requests_told after insert or update of state on funding_requests
  for each row execute function tell_wallet();
--> statement-breakpoint
insert into sign_up_switch (id) values (1);
