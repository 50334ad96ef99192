-- A purchase that a supplier reports as sold is never sent: it is unconfirmed, at that supplier.
create or replace function doubt_sold_purchases(ids bigint[]) returns integer
language plpgsql as $$
declare
  doubted bigint[];
begin
  with sold as (
    select
      p.id, min(r.supplier_id) as supplier_id,
      'in the list of sales of ' || string_agg(s.name, ' and of ' order by s.id)
        || ', read in after a restore' as note
    from purchases p
    join reported_sales r on r.ident = p.ident
    join suppliers s on s.id = r.supplier_id
    where p.id = any (ids)
    group by p.id
  ),
  sending as (
    update purchases p
    set state = 'sending'
    from sold
    where p.id = sold.id and p.state = 'queued'
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
  select
    'system:restore', 'purchase.unconfirmed', 'purchase', u.ident, u.reseller_id, a.note,
    '{"state": "queued"}', '{"state": "unconfirmed"}'
  from unconfirmed u
  join attempts a on a.purchase_id = u.id and a.worker = 'restored';
  return coalesce(cardinality(doubted), 0);
end $$;
