alter table password_links add column by_mail boolean default false not null;
