-- What any program may read that draws reports: nothing in it names a person or tells a secret. Money is in minor units.
create schema reporting;
--> statement-breakpoint
create view reporting.resellers as
  select id, level, created_at from resellers join accounts using (id);
--> statement-breakpoint
create view reporting.purchases as
  select id, ident, reseller_id, channel, level, network_name as network, type_name as plan_type, plan_id,
    size || ' ' || volume as size, validity, price, coalesce(charged, cost) as cost, price - coalesce(charged, cost) as margin, state,
    ending, placed_at, settled_at, reversed_at, settled_by, supplier_id
  from purchases;
--> statement-breakpoint
create view reporting.attempts as
  select a.id, a.purchase_id, a.claimed_at, a.answered_at, a.result, a.http_status, a.amount, a.balance_before, a.balance_after,
    a.supplier_id
  from attempts a;
--> statement-breakpoint
create view reporting.wallets as
  select reseller_id, wallet, held, sales, funding from wallets;
--> statement-breakpoint
create view reporting.entries as
  select e.id, e.journal_id, j.at, j.reseller_id, j.kind, e.account, e.amount, e.balance, j.purchase_id
  from entries e join journals j on j.id = e.journal_id;
--> statement-breakpoint
create view reporting.payments as
  select t.id, t.provider, t.reference, t.transaction, coalesce(t.reseller_id, y.reseller_id) as reseller_id, t.gross, t.fee,
    t.credited, t.currency, t.method, t.state, t.suspense_reason, t.paid_at, t.seen_at, t.reversed_at, t.restored_at
  from provider_transactions t left join payments y on y.id = t.payment_id;
--> statement-breakpoint
create view reporting.orders as
  select id, reseller_id, plan_id, network_name as network, price, payment, placed_at, paid_at, changed_at, purchase_id
  from orders;
--> statement-breakpoint
create view reporting.daily_closes as
  select day, time_zone, closed_at, delivered, failed, reversed, sales, cost, sales - cost as margin, wallets_before,
    wallets_after, held_before, held_after, main_supplier_balance, suspense, difference, proved, cardinality(findings) as findings
  from daily_closes;
--> statement-breakpoint
comment on schema reporting is 'For programs that draw reports. Money is in the currency''s smallest unit; nobody''s name, number or e-mail is here.';
--> statement-breakpoint
comment on view reporting.resellers is 'Each reseller by number, with the level whose prices they pay.';
--> statement-breakpoint
comment on view reporting.wallets is 'What each reseller has now: to spend (wallet), held for open purchases, spent (sales); funding is what they paid in, below zero.';
--> statement-breakpoint
comment on view reporting.entries is 'Every posting of the books; those of a journal sum to zero. balance: the account after it.';
--> statement-breakpoint
comment on view reporting.payments is 'Money that payment providers confirmed. suspense_reason: the reason it went into suspense. reversed_at: its payer''s bank took it back.';
--> statement-breakpoint
comment on view reporting.orders is 'What customers ordered in shops. price: what the customer pays the reseller. purchase_id: what delivers it.';
--> statement-breakpoint
comment on view reporting.daily_closes is 'The books of each day that is over. difference and findings are 0 when they agree.';
--> statement-breakpoint
create statistics orders_delivered on (delivered_ref = delivery_ref) from orders;
--> statement-breakpoint
-- What there is one of.
insert into catalogue (id) values (1);
--> statement-breakpoint
insert into dispatcher (id) values (1);
--> statement-breakpoint
insert into reconcile_settings (id) values (1);
--> statement-breakpoint
insert into payment_instructions (id) values (1);
--> statement-breakpoint
insert into operator_contact (id) values (1);
--> statement-breakpoint
insert into sign_up_settings (id) values (1);
--> statement-breakpoint
insert into payment_settings (id) values (1);
--> statement-breakpoint
insert into delivery_issue_settings (id) values (1);
--> statement-breakpoint
insert into staff_roles (built_in, name, permissions) values
  ('owner', 'Owner', '{see,answer,resellers,money,prices,rules,system,export,personal,audit,staff}'),
  ('finance', 'Finance', '{see,money,export}'),
  ('support', 'Support', '{see,answer}'),
  ('catalogue', 'Catalogue', '{see,prices}');
--> statement-breakpoint
insert into report_settings (id) values (1);
--> statement-breakpoint
insert into ident_keys (key) values (gen_random_uuid()::text || gen_random_uuid()::text);
--> statement-breakpoint
insert into upgrade_offers (level) values ('affiliate'), ('top_user'), ('api');
--> statement-breakpoint
insert into referral_settings default values;
--> statement-breakpoint
-- Supplier 1 is the environment's.
insert into suppliers (id, name, enabled, matches_confirmed_at) values (1, 'Main supplier', true, now());
--> statement-breakpoint
comment on view reporting.purchases is 'Each purchase. ending: delivered, failed, cancelled or reversed; null while it is open. cost: what the supplier charged, else what was listed when it was bought. supplier_id: who delivered it; null before that.';
--> statement-breakpoint
comment on view reporting.attempts is 'Each attempt to send a purchase to a supplier, and its result. amount: what the supplier says it charged.';
--> statement-breakpoint
insert into supplier_sending (supplier_id) values (1);
--> statement-breakpoint
insert into message_settings (id) values (1);
--> statement-breakpoint
insert into privacy_notice (id) values (1);
