ALTER TABLE "resellers" ADD COLUMN "message_payer" text;--> statement-breakpoint
ALTER TABLE "resellers" ADD CONSTRAINT "resellers_message_payer" CHECK ("resellers"."message_payer" in ('operator', 'wallet')) NOT VALID;
