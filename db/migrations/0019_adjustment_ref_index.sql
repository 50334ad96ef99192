-- step by step
create unique index concurrently journals_ref on journals (ref) where ref is not null;
