import { listTabs, TabNav } from "#app/admin/tab-nav";
import type { Ctx } from "#lib/core/context";
import { countDeliveryIssues } from "#lib/purchase/issue/delivery-issue-list";
import { countApprovalRequests } from "#lib/reconcile/admin/approval-request-list";
import { countOpenDiscrepancies, countUnconfirmed } from "#lib/reconcile/admin/count-unconfirmed";

/** Tabs of everything that waits for an admin, each with how much does. */
export async function ReviewTabs({ ctx, here }: { ctx: Ctx; here: string }) {
  const [unconfirmed, issues, discrepancies, approvals] = await Promise.all([
    countUnconfirmed(ctx),
    countDeliveryIssues(ctx),
    countOpenDiscrepancies(ctx),
    countApprovalRequests(ctx),
  ]);
  const counts = [unconfirmed.count, issues.count, discrepancies, approvals];
  const tabs = [{ href: "/admin/review", label: "Unconfirmed" }, ...listTabs("/admin/review")].map(
    ({ href, label }, n) => ({ href, label: counts[n] ? `${label} (${counts[n]})` : label }),
  );
  return <TabNav label="To review" tabs={tabs} here={here} />;
}
