ALTER TABLE "customer_messages" DROP CONSTRAINT "customer_messages_kind";--> statement-breakpoint
ALTER TABLE "shop_messages" ADD COLUMN "renewals_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "customer_messages" ADD CONSTRAINT "customer_messages_kind" CHECK ("customer_messages"."kind" in ('delivered', 'failed', 'reversed', 'refunded', 'ending')) NOT VALID;
