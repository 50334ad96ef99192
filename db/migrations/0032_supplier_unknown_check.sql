-- step by step
alter table attempts validate constraint attempts_supplier_known;
