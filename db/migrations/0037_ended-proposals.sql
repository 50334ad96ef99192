-- What was settled otherwise needs no second admin any more.
update decisions set ended_at = now() from purchases p
where p.id = decisions.purchase_id and decisions.kind = 'settle' and decisions.ended_at is null and p.state <> 'unconfirmed';
