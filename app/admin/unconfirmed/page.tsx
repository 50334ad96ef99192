import type { Metadata } from "next";
import { dispatching } from "#lib/purchase/dispatching";
import { listDiscrepancies } from "#lib/reconcile/list-discrepancies";
import { listUnconfirmed } from "#lib/reconcile/list-unconfirmed";
import { settings } from "#lib/reconcile/settings";
import { upstreamBalance } from "#lib/reconcile/upstream-balance";
import { requireAdminPage } from "#lib/web/actor";
import { Live } from "../../ui/live.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Discrepancies } from "./discrepancies.tsx";
import { Proposals } from "./proposals.tsx";
import { Rises } from "./rises.tsx";
import { Rules } from "./rules.tsx";
import { Sending } from "./sending.tsx";
import { TopUpByHand } from "./top-up-by-hand.tsx";
import { Upstream } from "./upstream.tsx";
import { Waiting } from "./waiting.tsx";

export const metadata: Metadata = { title: "Unconfirmed" };

/** The reconciliation desk: what nobody knows yet, what does not fit, and how sending stands. */
export default async function UnconfirmedPage() {
  const { ctx } = await requireAdminPage();
  const [sending, balance, unconfirmed, discrepancies, rules] = await Promise.all([
    dispatching(ctx),
    upstreamBalance(ctx),
    listUnconfirmed(ctx),
    listDiscrepancies(ctx),
    settings(ctx),
  ]);
  const rises = discrepancies.filter(({ kind }) => kind === "rise");
  const others = discrepancies.filter(({ kind }) => kind !== "rise");
  const proposed = unconfirmed.filter(({ proposal }) => proposal);
  const open = unconfirmed.filter(({ proposal }) => !proposal);
  return (
    <>
      <Live />
      <PageHeader title="Unconfirmed" lead={lead(unconfirmed)} />
      <div className="grid gap-4 lg:grid-cols-2">
        <Sending sending={sending} />
        <Upstream balance={balance} lowBalance={rules.lowBalance} />
      </div>
      {unconfirmed.length > 0 && <ProposesOnly automatic={rules.automatic} open={discrepancies.length} />}
      <div className="mt-6 grid gap-6">
        {proposed.length > 0 && <Proposals purchases={proposed} />}
        <Waiting purchases={open} />
        {rises.length > 0 && <Rises rises={rises} sent={unconfirmed.map(({ sentAt }) => sentAt)} />}
        <Discrepancies discrepancies={others} />
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <TopUpByHand />
          <Rules rules={rules} />
        </div>
      </div>
    </>
  );
}

function lead(unconfirmed: { overdue: boolean }[]): string {
  if (unconfirmed.length === 0) return "Every purchase that was sent has its outcome.";
  const overdue = unconfirmed.filter((purchase) => purchase.overdue).length;
  const count = `${unconfirmed.length} ${unconfirmed.length === 1 ? "purchase waits" : "purchases wait"} for an outcome`;
  return overdue > 0 ? `${count}, ${overdue} overdue.` : `${count}.`;
}

/** While something does not fit, balances prove nothing. */
function ProposesOnly({ automatic, open }: { automatic: boolean; open: number }) {
  if (automatic && open === 0) return null;
  return (
    <div className="mt-4">
      <Notice kind="warn" title="Nothing is settled by itself now">
        {automatic
          ? "Something below does not fit. Until it is explained, the balances only suggest an outcome."
          : "The rules below say that balances only suggest an outcome."}
      </Notice>
    </div>
  );
}
