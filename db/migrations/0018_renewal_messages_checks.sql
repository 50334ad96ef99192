-- step by step
ALTER TABLE "customer_messages" VALIDATE CONSTRAINT "customer_messages_kind";
