insert into staff_roles (built_in, name, permissions) values
  ('owner', 'Owner', '{see,answer,resellers,money,prices,rules,system,export,personal,audit,staff}'),
  ('finance', 'Finance', '{see,money,export}'),
  ('support', 'Support', '{see,answer}'),
  ('catalogue', 'Catalogue', '{see,prices}');
--> statement-breakpoint
-- Whoever ran the portal until now could do everything, and goes on doing so.
insert into staff (id, role_id)
  select a.id, r.id from accounts a cross join staff_roles r where a.role = 'admin' and r.built_in = 'owner';
