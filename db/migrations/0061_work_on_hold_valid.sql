-- step by step
alter table dispatcher validate constraint dispatcher_on_hold;
