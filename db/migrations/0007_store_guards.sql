-- An order says what was asked for and for how much, whatever comes later; its payment only moves along its
-- states; and whoever looks at it is told.

create function order_moves() returns trigger language plpgsql as $$
begin
  if (new.code, new.store_id, new.reseller_id, new.ref, new.reference, new.plan_id, new.network_id, new.price)
     is distinct from
     (old.code, old.store_id, old.reseller_id, old.ref, old.reference, old.plan_id, old.network_id, old.price) then
    raise exception 'what was ordered cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.phone is distinct from old.phone and new.phone is not null then
    raise exception 'the number of an order can only be forgotten' using errcode = 'restrict_violation';
  end if;
  if new.payment <> old.payment and (old.payment, new.payment) not in (
    ('awaiting', 'received'), ('awaiting', 'refused'), ('awaiting', 'expired'),
    ('expired', 'received'), ('expired', 'refused'), ('refused', 'received'),
    ('received', 'refunded')
  ) then
    raise exception 'an order that is % cannot become %', old.payment, new.payment
      using errcode = 'check_violation', constraint = 'orders_moves';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger orders_moves before update on orders for each row execute function order_moves();
--> statement-breakpoint
create trigger orders_kept before delete on orders for each row execute function refuse_rewrite();
--> statement-breakpoint
create function tell_order() returns trigger language plpgsql as $$
begin
  perform pg_notify('order', new.reseller_id || ' ' || new.id || ' ' || new.payment);
  return null;
end $$;
--> statement-breakpoint
create trigger orders_placed_told after insert on orders for each row execute function tell_order();
--> statement-breakpoint
create trigger orders_moved_told after update of payment on orders
  for each row when (new.payment is distinct from old.payment) execute function tell_order();
