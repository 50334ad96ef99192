DROP TRIGGER IF EXISTS "purchases_message" ON "purchases";--> statement-breakpoint
DROP TRIGGER IF EXISTS "orders_refund_message" ON "orders";--> statement-breakpoint
DROP TRIGGER IF EXISTS "provider_transactions_refund_message" ON "provider_transactions";--> statement-breakpoint
DROP FUNCTION IF EXISTS "queue_delivery_message"();--> statement-breakpoint
DROP FUNCTION IF EXISTS "queue_refund_message"();--> statement-breakpoint
DROP FUNCTION IF EXISTS "queue_order_message"(orders, text, text);--> statement-breakpoint
DROP FUNCTION IF EXISTS "queue_customer_message"(text, text, text, text, bigint, bigint, bigint, timestamptz);--> statement-breakpoint
DROP TRIGGER IF EXISTS "purchases_order_due" ON "purchases";--> statement-breakpoint
DROP FUNCTION IF EXISTS "make_order_due"();--> statement-breakpoint
DROP TRIGGER IF EXISTS "resellers_end_upgrades" ON "resellers";--> statement-breakpoint
DROP FUNCTION IF EXISTS "end_level_upgrades"();--> statement-breakpoint
DROP TRIGGER IF EXISTS "sign_ups_referral" ON "sign_ups";--> statement-breakpoint
DROP FUNCTION IF EXISTS "create_referral_of_sign_up"();--> statement-breakpoint
DROP FUNCTION IF EXISTS "create_referral"(bigint, bigint, text);
