import type { Metadata } from "next";
import { history } from "#lib/audit/history";
import { savedViews } from "#lib/desk/saved-views";
import { DISPATCH_SUBJECT } from "#lib/purchase/send/control";
import { dispatchStatus } from "#lib/purchase/send/dispatch-status";
import { countUnconfirmed, openDiscrepancies, type UnconfirmedCount } from "#lib/reconcile/admin/counts";
import { isRuptured, unconfirmedList } from "#lib/reconcile/admin/unconfirmed-list";
import { settings } from "#lib/reconcile/settings";
import { upstreamBalance } from "#lib/reconcile/upstream-balance";
import { heldWork } from "#lib/report/held-work";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../ui/address.ts";
import { ListFilters } from "../../ui/list-filters.tsx";
import { ListHeader } from "../../ui/list-page.tsx";
import { Live } from "../../ui/live.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SavedViews } from "../saved-views.tsx";
import { HeldWork } from "./held-work.tsx";
import { Sending } from "./sending.tsx";
import { DeskTabs } from "./tabs.tsx";
import { Upstream } from "./upstream.tsx";
import { Proposals, Waiting } from "./waiting.tsx";

export const metadata: Metadata = { title: "Unconfirmed" };

const HERE = "/admin/unconfirmed";

const STATES = [
  { value: "overdue", label: "Overdue" },
  { value: "proposed", label: "Waiting for a second admin" },
  { value: "undecided", label: "Not proposed yet" },
];

/** Purchases whose outcome is unknown, and whether sending runs. */
export default async function UnconfirmedPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [sending, balance, page, ruptured, counted, open, rules, records, views, held] = await Promise.all([
    dispatchStatus(ctx),
    upstreamBalance(ctx),
    unconfirmedList.page(ctx, await searchParams),
    isRuptured(ctx),
    countUnconfirmed(ctx),
    openDiscrepancies(ctx),
    settings(ctx),
    history(ctx, { ...DISPATCH_SUBJECT, latest: 20 }),
    savedViews(ctx, { list: HERE }),
    heldWork(ctx),
  ]);
  const { rows, on, narrowed } = page;
  const proposed = rows.filter(({ proposal }) => proposal);
  const undecided = rows.filter(({ proposal }) => !proposal);
  return (
    <>
      <Live />
      <ListHeader here={HERE} page={page} title="Unconfirmed" lead={lead(counted)} />
      <DeskTabs here={HERE} open={open} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Sending sending={sending} records={records} />
        <Upstream balance={balance} lowBalance={rules.lowBalance} />
      </div>
      {held.length > 0 && (
        <div className="mt-4">
          <HeldWork held={held} />
        </div>
      )}
      {counted.count > 0 && <ProposesOnly automatic={rules.automatic} open={open} ruptured={ruptured} />}
      <div id="decide" className="mt-6">
        {(counted.count > 0 || narrowed) && (
          <>
            <SavedViews here={HERE} on={on} views={views} />
            <ListFilters
              here={HERE}
              on={on}
              search="Ident, number, ref, e-mail"
              filters={[{ name: "state", label: "State", empty: "All", options: STATES }]}
            />
          </>
        )}
        <div className="grid gap-6">
          {proposed.length > 0 && <Proposals purchases={proposed} />}
          {(undecided.length > 0 || proposed.length === 0) && (
            <Waiting purchases={undecided} filtered={narrowed} chosen={on.q?.toUpperCase()} />
          )}
        </div>
        <Pager here={HERE} page={page} />
      </div>
    </>
  );
}

function lead({ count, overdue }: UnconfirmedCount): string {
  if (count === 0) return "Every purchase that was sent has its outcome.";
  const words = `${count} ${count === 1 ? "purchase waits" : "purchases wait"} for an outcome`;
  return overdue > 0 ? `${words}, ${overdue} overdue.` : `${words}.`;
}

interface Blocked {
  automatic: boolean;
  /** How much does not fit and nobody has looked at. */
  open: number;
  /** The balance moved in a way that nothing explains. */
  ruptured: boolean;
}

/** Why the balances only suggest an outcome now; nothing while they settle by themselves. */
function ProposesOnly({ automatic, open, ruptured }: Blocked) {
  if (automatic && open === 0 && !ruptured) return null;
  return (
    <div className="mt-4">
      <Notice kind="warn" title="Nothing is settled by itself now">
        {!automatic ? (
          <>
            The{" "}
            <PageLink href={`${HERE}/rules`} className="underline underline-offset-4">
              rules
            </PageLink>{" "}
            say that balances only suggest an outcome.
          </>
        ) : open > 0 ? (
          <>
            <PageLink href={`${HERE}/discrepancies`} className="underline underline-offset-4">
              Something does not fit
            </PageLink>
            . Until it is explained, the balances only suggest an outcome.
          </>
        ) : (
          <>
            The upstream’s balance moved in a way that is not explained.{" "}
            <PageLink href={`${HERE}/top-ups`} className="underline underline-offset-4">
              Record what was paid in
            </PageLink>
            ; until then, decide by hand.
          </>
        )}
      </Notice>
    </div>
  );
}
