-- step by step
alter table purchases validate constraint purchases_payment_fee;
