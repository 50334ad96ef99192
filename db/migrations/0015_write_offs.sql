ALTER TABLE "approval_requests" DROP CONSTRAINT "approval_requests_kind";--> statement-breakpoint
ALTER TABLE "single_admin_moves" DROP CONSTRAINT "single_admin_moves_kind";--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_kind" CHECK ("approval_requests"."kind" in ('settle', 'credit', 'debit', 'claw_back', 'correction', 'funding', 'suspense', 'reversal', 'deposit', 'settlement', 'refund', 'write_off', 'settings')) NOT VALID;--> statement-breakpoint
ALTER TABLE "single_admin_moves" ADD CONSTRAINT "single_admin_moves_kind" CHECK ("single_admin_moves"."kind" in ('settle', 'credit', 'debit', 'claw_back', 'correction', 'funding', 'suspense', 'reversal', 'deposit', 'settlement', 'refund', 'write_off')) NOT VALID;
