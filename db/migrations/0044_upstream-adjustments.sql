-- What moves the upstream's balance beside purchases is an adjustment, also by the names of its keys, checks and triggers.
alter table upstream_moves rename to upstream_adjustments;
--> statement-breakpoint
alter sequence upstream_moves_id_seq rename to upstream_adjustments_id_seq;
--> statement-breakpoint
alter table upstream_adjustments rename constraint upstream_moves_pkey to upstream_adjustments_pkey;
--> statement-breakpoint
alter table upstream_adjustments rename constraint upstream_moves_amount to upstream_adjustments_amount;
--> statement-breakpoint
alter table upstream_adjustments rename constraint upstream_moves_span to upstream_adjustments_span;
--> statement-breakpoint
alter index upstream_moves_latest rename to upstream_adjustments_latest;
--> statement-breakpoint
alter trigger upstream_moves_append_only on upstream_adjustments rename to upstream_adjustments_append_only;
--> statement-breakpoint
alter trigger upstream_moves_no_truncate on upstream_adjustments rename to upstream_adjustments_no_truncate;
