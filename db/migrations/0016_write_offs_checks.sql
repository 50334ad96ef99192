-- step by step
ALTER TABLE "approval_requests" VALIDATE CONSTRAINT "approval_requests_kind";
--> statement-breakpoint
ALTER TABLE "single_admin_moves" VALIDATE CONSTRAINT "single_admin_moves_kind";
