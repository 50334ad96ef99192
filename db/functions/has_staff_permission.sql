-- Returns whether an account's role has a permission.
create or replace function has_staff_permission(account bigint, permission text) returns boolean
language sql stable as $$
  select exists (
    select
    from accounts a
    join staff s on s.id = a.id
    join staff_roles r on r.id = s.role_id
    where a.id = account and a.role = 'admin' and a.closed_at is null
      and (r.built_in = 'owner' or permission = any (r.permissions))
  );
$$;
