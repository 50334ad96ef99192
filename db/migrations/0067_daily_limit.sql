-- One daily sum over all kinds of manual money takes the place of the rules by kind, and there are more kinds.
alter table moved_alone drop constraint moved_alone_kind,
  add constraint moved_alone_kind check (kind in ('settle', 'credit', 'debit', 'claw_back', 'correction', 'funding', 'suspense', 'reversal', 'deposit', 'settlement', 'refund')) not valid;
--> statement-breakpoint
alter table decisions drop constraint decisions_kind,
  add constraint decisions_kind check (kind in ('settle', 'credit', 'debit', 'claw_back', 'correction', 'funding', 'suspense', 'reversal', 'deposit', 'settlement', 'refund', 'settings')) not valid;
