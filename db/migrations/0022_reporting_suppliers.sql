create or replace view reporting.purchases as
  select id, ident, reseller_id, channel, level, network_name as network, type_name as plan_type, plan_id,
    size || ' ' || volume as size, validity, price, coalesce(charged, cost) as cost, price - coalesce(charged, cost) as margin, state,
    ending, placed_at, settled_at, reversed_at, settled_by, supplier_id
  from purchases;
--> statement-breakpoint
create or replace view reporting.attempts as
  select a.id, a.purchase_id, a.claimed_at, a.answered_at, a.result, a.http_status, a.amount, a.balance_before, a.balance_after,
    a.supplier_id
  from attempts a;
--> statement-breakpoint
comment on view reporting.purchases is 'Each purchase. ending: delivered, failed, cancelled or reversed; null while it is open. cost: what the supplier charged, else what was listed when it was bought. supplier_id: who delivered it; null before that.';
--> statement-breakpoint
comment on view reporting.attempts is 'Each attempt to send a purchase to a supplier, and its result. amount: what the supplier says it charged.';
