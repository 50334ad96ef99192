CREATE TABLE "reported_sales" (
	"ident" text NOT NULL,
	"supplier_id" integer NOT NULL,
	"reported_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reported_sales_ident_supplier_id_pk" PRIMARY KEY("ident","supplier_id")
);
--> statement-breakpoint
-- A purchase that a supplier reports as sold is never sent: it is unconfirmed, at that supplier.
create function doubt_sold_purchases(ids bigint[]) returns integer
language plpgsql as $$
declare
  doubted bigint[];
begin
  with sold as (
    select p.id, min(r.supplier_id) as supplier_id,
      'in the list of sales of ' || string_agg(s.name, ' and of ' order by s.id) || ', read in after a restore' as note
    from purchases p join reported_sales r on r.ident = p.ident join suppliers s on s.id = r.supplier_id
    where p.id = any (ids) group by p.id
  ),
  sending as (
    update purchases p set state = 'sending' from sold where p.id = sold.id and p.state = 'queued'
    returning p.id, p.cost, sold.supplier_id, sold.note
  ),
  tried as (
    insert into attempts (purchase_id, supplier_id, worker, result, note, cost)
    select id, supplier_id, 'restored', 'unconfirmed', note, cost from sending
  )
  select array_agg(id) into doubted from sending;
  with unconfirmed as (
    update purchases set state = 'unconfirmed' where id = any (doubted) returning id, ident, reseller_id
  )
  insert into audit (actor, action, subject, subject_id, reseller_id, reason, before, after)
  select 'system:restore', 'purchase.unconfirmed', 'purchase', u.ident, u.reseller_id, a.note,
    '{"state": "queued"}', '{"state": "unconfirmed"}'
  from unconfirmed u join attempts a on a.purchase_id = u.id and a.worker = 'restored';
  return coalesce(cardinality(doubted), 0);
end $$;
--> statement-breakpoint
create function doubt_sold_placements() returns trigger
language plpgsql as $$
declare
  ids bigint[] := array(select p.id from placed p where exists (select from reported_sales r where r.ident = p.ident));
begin
  if cardinality(ids) > 0 then
    perform doubt_sold_purchases(ids);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger purchases_doubt_sold after insert on purchases
  referencing new table as placed for each statement execute function doubt_sold_placements();
