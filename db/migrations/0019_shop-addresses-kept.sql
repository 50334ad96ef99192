-- Whatever address a shop ever had stays its own: customers keep it on paper and in bookmarks.

create function keep_slug() returns trigger language plpgsql as $$
begin
  insert into store_slugs (slug, store_id) values (new.slug, new.id) on conflict (slug) do nothing;
  if not exists (select from store_slugs where slug = new.slug and store_id = new.id) then
    raise exception 'the address % belongs to another shop', new.slug
      using errcode = 'unique_violation', constraint = 'stores_slug';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger stores_slug_kept after insert or update of slug on stores for each row execute function keep_slug();
--> statement-breakpoint
insert into store_slugs (slug, store_id) select slug, id from stores;
