-- step by step
alter table orders validate constraint orders_waits_for;
