-- step by step
alter table house_entries validate constraint house_entries_step;
