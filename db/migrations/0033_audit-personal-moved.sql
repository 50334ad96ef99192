-- step by step
-- in batches
update audit set at = at where id in (
  select id from audit
  where (jsonb_typeof(before) = 'object'
      and before ?| array['name', 'email', 'phone', 'whatsapp', 'payments', 'text', 'about', 'agent', 'note', 'bankReference'])
    or (jsonb_typeof(after) = 'object'
      and after ?| array['name', 'email', 'phone', 'whatsapp', 'payments', 'text', 'about', 'agent', 'note', 'bankReference'])
    or reason ~ '[^\s@<>,;:]+@[^\s@<>,;:]+' or reason ~ '\+?\d[\d ().-]{5,}\d'
  limit 5000);
