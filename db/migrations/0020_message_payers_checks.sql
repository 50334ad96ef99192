-- step by step
ALTER TABLE "resellers" VALIDATE CONSTRAINT "resellers_message_payer";
