-- An address that a shop once had leads to it for ever.
create or replace function keep_slug() returns trigger language plpgsql as $$
begin
  insert into shop_slugs (slug, shop_id) values (new.slug, new.id) on conflict (slug) do nothing;
  if not exists (select from shop_slugs where slug = new.slug and shop_id = new.id) then
    raise exception 'the address % belongs to another shop', new.slug
      using errcode = 'unique_violation', constraint = 'shops_slug';
  end if;
  return null;
end $$;

create or replace trigger shops_keep_slug
  after insert or update of slug on shops
  for each row
  execute function keep_slug();
