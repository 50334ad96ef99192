-- As admins read them; compared without case and spaces.
create or replace function plan_texts(plan integer) returns text
language sql stable
as $$
  select concat_ws(
    ' · ', n.name, t.name,
    concat_ws(' ', nullif(p.size, ''), nullif(p.volume, '')),
    coalesce(nullif(p.validity, ''), p.validity_normalized))
  from plans p
  join networks n on n.id = p.network_id
  join plan_types t on t.network_id = p.network_id and t.id = p.type_id
  where p.id = plan
$$;
