-- A reseller's price list for an audience; null before they made one.
create or replace function price_list(reseller bigint, for_audience text) returns jsonb
stable language plpgsql as $$
begin
  return (
    select jsonb_build_object('rounding', l.rounding::text, 'rules', coalesce(jsonb_agg(jsonb_build_object(
      'id', r.id, 'networkId', r.network_id, 'typeName', r.type_name, 'planId', r.plan_id,
      'kind', r.kind, 'value', r.value::text, 'hidden', r.hidden
    ) order by r.id) filter (where r.id is not null), '[]'))
    from price_lists l
    left join price_list_rules r using (reseller_id, audience)
    where l.reseller_id = reseller and l.audience = for_audience
    group by l.rounding
  );
end $$;
