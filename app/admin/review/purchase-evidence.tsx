import { Badge, StateBadge } from "#app/ui/badge";
import { cx } from "#app/ui/cx.ts";
import { Disclosure } from "#app/ui/disclosure";
import { Money } from "#app/ui/money";
import { PageLink } from "#app/ui/page/page-link";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { ScrollArea } from "#app/ui/scroll-area";
import { Time, TimePhrase } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import { describeBalanceChange } from "#lib/reconcile/describe-balance-change";
import type { LinkView, Suggestion, UnconfirmedView } from "#lib/reconcile/unconfirmed-view";

export function PurchaseEvidence({ purchase }: { purchase: UnconfirmedView }) {
  const { ident, reseller, label, networkName, phone, price, cost, suggestion, needsSecondAdmin } = purchase;
  const { supplier, isSupplierUnknown } = purchase;
  return (
    <div className="@container min-w-0 flex-1">
      <div className="grid @2xl:grid-cols-2 @2xl:gap-8 gap-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <PageLink href={`/admin/purchases/${ident}`} className="font-medium">
              {networkName} {label}
            </PageLink>
            <Money text={formatMoney(price)} className="font-semibold" />
          </div>
          <p className="text-muted text-sm">
            {phone} · <PageLink href={`/admin/resellers/${reseller.id}`}>{reseller.name}</PageLink> · cost{" "}
            {formatMoney(cost)}
          </p>
          {supplier && (
            <p className={cx("text-sm", isSupplierUnknown ? "font-medium" : "text-muted")}>
              Supplier: {supplier}
            </p>
          )}
          <EvidenceTimes purchase={purchase} />
        </div>
        <div className="@max-2xl:order-first min-w-0">
          <div className="flex flex-wrap gap-2">
            <StateBadge {...SUGGESTION_LABELS[suggestion.outcome ?? "none"]} />
            {needsSecondAdmin && <Badge>Needs approval</Badge>}
          </div>
          <p className="mt-1 text-sm">{suggestion.words}</p>
          <BalanceChange purchase={purchase} />
          <RawEvidence purchase={purchase} />
        </div>
      </div>
    </div>
  );
}

const SUGGESTION_LABELS: Record<NonNullable<Suggestion["outcome"]> | "none", StateLabel> = {
  successful: { word: "Probably charged", tone: "good" },
  failed: { word: "Probably not charged", tone: "bad" },
  none: { word: "Unconfirmed", tone: "unsure" },
};

function EvidenceTimes({ purchase }: { purchase: UnconfirmedView }) {
  const { sentAt, answeredAt, decisionDeadline, overdue, note } = purchase;
  return (
    <div className="mt-2 text-sm">
      <p>
        Sent <Time at={sentAt} />,{" "}
        {answeredAt ? <TimePhrase before="ended " at={answeredAt} /> : "no response"}
        {note && <span className="text-muted">: {note}</span>}
      </p>
      <p className={overdue ? "font-medium text-bad" : "text-muted"}>
        {overdue ? "Overdue since " : "Resolve by "}
        <Time at={decisionDeadline} />
      </p>
    </div>
  );
}

function BalanceChange({ purchase }: { purchase: UnconfirmedView }) {
  const change = describeBalanceChange(purchase);
  return (
    change && (
      <p className="mt-2 text-sm">
        <span className="font-medium">{change.known}</span>{" "}
        <span className="text-muted">{change.unknown}</span>
      </p>
    )
  );
}

/**
 * Shows what the summary was read from:
 * the balances reported just before and just after it was sent, and the raw response.
 */
function RawEvidence({ purchase }: { purchase: UnconfirmedView }) {
  const { around, raw, httpStatus } = purchase;
  const { before, after } = around;
  return (
    <Disclosure title={`Balances and raw response${raw && httpStatus ? ` (HTTP ${httpStatus})` : ""}`}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-muted text-sm">
        <dt>Before</dt>
        <dd>{before ? <ReportedBalance link={before} of="after" /> : "unknown"}</dd>
        <dt>Next</dt>
        <dd>{after ? <ReportedBalance link={after} of="before" /> : "no response yet"}</dd>
      </dl>
      {raw && (
        <ScrollArea label="Raw response" className="mt-2 max-h-60 rounded-md bg-sunken">
          <pre className="whitespace-pre-wrap break-all p-3 font-mono text-xs">{raw}</pre>
        </ScrollArea>
      )}
    </Disclosure>
  );
}

function ReportedBalance({ link, of }: { link: LinkView; of: "before" | "after" }) {
  return (
    <>
      <span className="text-ink">{formatMoney(link[of])}</span> <Time at={link.at} />,{" "}
      <PageLink href={`/admin/purchases/${link.ident}`}>{link.ident}</PageLink>
    </>
  );
}
