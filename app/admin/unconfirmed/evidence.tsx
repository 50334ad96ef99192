import { formatMoney } from "#lib/core/money";
import type { LinkView, Suggestion, UnconfirmedView } from "#lib/reconcile/view";
import { Badge } from "../../ui/badge.tsx";
import { Money } from "../../ui/money.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Time } from "../../ui/time.tsx";

/** One unconfirmed purchase: what it is, what is known, and what it looks like. */
export function Evidence({ purchase }: { purchase: UnconfirmedView }) {
  const { ident, reseller, label, networkName, phone, price, cost, suggestion, needsSecondAdmin } = purchase;
  return (
    <div className="grid min-w-0 flex-1 gap-3 lg:grid-cols-2 lg:gap-8">
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
        <Times purchase={purchase} />
      </div>
      <div className="min-w-0">
        <div className="flex flex-wrap gap-2">
          <Badge tone={TONE[suggestion.outcome ?? "none"]} icon>
            {SAYS[suggestion.outcome ?? "none"]}
          </Badge>
          {needsSecondAdmin && <Badge>Needs two admins</Badge>}
        </div>
        <p className="mt-1 text-sm">{suggestion.words}</p>
        <Chain around={purchase.around} />
      </div>
    </div>
  );
}

type Says = NonNullable<Suggestion["outcome"]> | "none";
const SAYS: Record<Says, string> = {
  successful: "Looks delivered",
  failed: "Looks not charged",
  none: "Not clear",
};
const TONE = { successful: "good", failed: "bad", none: "unsure" } as const;

function Times({ purchase }: { purchase: UnconfirmedView }) {
  const { sentAt, answeredAt, decisionDeadline, overdue, note, httpStatus, raw } = purchase;
  return (
    <div className="mt-2 text-sm">
      <p>
        Sent <Time at={sentAt} />,{" "}
        {answeredAt ? (
          <>
            given up <Time at={answeredAt} />
          </>
        ) : (
          "never answered"
        )}
        {note && <span className="text-muted">: {note}</span>}
      </p>
      <p className={overdue ? "font-medium text-bad" : "text-muted"}>
        {overdue ? "Overdue since " : "Decide by "}
        <Time at={decisionDeadline} />
      </p>
      {raw && (
        <details className="mt-1">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-muted">
            Raw answer{httpStatus ? ` (HTTP ${httpStatus})` : ""}
          </summary>
          <pre className="max-h-60 overflow-auto whitespace-pre-wrap break-all rounded-md bg-sunken p-3 font-mono text-xs">
            {raw}
          </pre>
        </details>
      )}
    </div>
  );
}

/** The balances that the upstream reported just before and just after it was sent. */
function Chain({ around: { before, after } }: Pick<UnconfirmedView, "around">) {
  return (
    <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-muted text-sm">
      <dt>Before</dt>
      <dd>{before ? <Told link={before} of="after" /> : "no balance is known"}</dd>
      <dt>Next</dt>
      <dd>{after ? <Told link={after} of="before" /> : "no answer yet"}</dd>
    </dl>
  );
}

function Told({ link, of }: { link: LinkView; of: "before" | "after" }) {
  return (
    <>
      <span className="text-ink">{formatMoney(link[of])}</span> <Time at={link.at} />,{" "}
      <PageLink href={`/admin/purchases/${link.ident}`}>{link.ident}</PageLink>
    </>
  );
}
