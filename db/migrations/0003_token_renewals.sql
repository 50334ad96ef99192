ALTER TABLE "tokens" ADD COLUMN "original_id" bigint;--> statement-breakpoint
with recursive renewed as (
  select t.id, (a.after->>'successor')::bigint as successor
  from tokens t
  join audit a on a.subject = 'token' and a.subject_id = t.id::text and a.action = 'token.rotated'
),
line as (
  select successor as id, id as original
  from renewed r
  where not exists (select from renewed before where before.successor = r.id)
  union all
  select r.successor, line.original
  from line
  join renewed r on r.id = line.id
)
update tokens set original_id = line.original from line where tokens.id = line.id;
