import type { Decided } from "#lib/reconcile/admin/decide";

/** What became of a bulk decision: "2 settled, 1 waits for a second admin." */
export function countWords({ settled, proposed, skipped, told }: Decided): string {
  const parts = [
    settled > 0 && `${settled} settled`,
    proposed > 0 && `${proposed} ${proposed === 1 ? "waits" : "wait"} for a second admin`,
    skipped > 0 && `${skipped} ${skipped === 1 ? "was" : "were"} already decided`,
  ].filter(Boolean);
  return [`${parts.join(", ")}.`, told].filter(Boolean).join(" ");
}
