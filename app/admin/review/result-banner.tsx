import { Banner } from "#app/ui/banner";
import { ButtonLink } from "#app/ui/button-link";
import { FocusOnChange } from "#app/ui/page/focus-on-change";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { formatTime } from "#lib/core/time/time";
import { type ReviewResult, readReviewResult } from "#lib/review/read-review-result";

interface Props {
  ctx: Ctx;
  /** The kind and item that were decided: "issue.DT12". */
  done: string;
  queueLink?: boolean;
}

export async function ResultBanner({ ctx, done, queueLink = false }: Props) {
  const result = await readReviewResult(ctx, done);
  if (!result || result.result === "open") return null;
  const back = getWayBack(result);
  return (
    <FocusOnChange of={`${done} ${result.result}`} atOnce className="mb-4 rounded-md">
      <Banner
        kind={result.result === "requested" ? "info" : "good"}
        title={describeResult(result)}
        action={
          <span className="flex flex-wrap gap-2">
            {back && (
              <ButtonLink href={back.href} variant="secondary" size="sm">
                {back.label}
              </ButtonLink>
            )}
            {queueLink && (
              <ButtonLink href="/admin/review/queue" size="sm">
                Next in the queue
              </ButtonLink>
            )}
          </span>
        }
      >
        {describeSubject(result)}
      </Banner>
    </FocusOnChange>
  );
}

function describeResult({ kind, result, amount, reseller, answerBy }: ReviewResult): string {
  const sum = amount === null ? "" : formatMoney(amount);
  switch (result) {
    case "requested":
      return "Approval requested. No money moved yet";
    case "delivered":
      return `Delivered, ${sum} kept`;
    case "refunded":
      return `${sum} refunded to ${reseller?.name}`;
    case "asking":
      return answerBy ? `Reply sent, next update by ${formatTime(answerBy)}` : "Reply sent";
    case "customer":
      return "Reply sent, awaiting customer";
    case "confirmed":
      return "Closed as delivered";
    case "approved":
      if (kind === "upgrade") return `Approved. ${reseller?.name} has the level`;
      return kind === "transfer" ? `${sum} credited to ${reseller?.name}` : "Approved. The change is made";
    case "rejected":
      return kind === "transfer" ? "Rejected. No money moved" : "Rejected. Nothing changed";
    case "open":
      return "";
  }
}

const describeSubject = ({ kind, plan, phone, reseller }: ReviewResult): string | undefined =>
  plan ? `${plan} for ${phone}, ${reseller?.name}` : kind === "transfer" ? undefined : reseller?.name;

/** Returns the page where a decision is corrected by another entry: no money moves back automatically. */
function getWayBack({
  kind,
  item,
  result,
  reseller,
}: ReviewResult): { href: string; label: string } | undefined {
  if (result === "delivered") return { href: `/admin/purchases/${item}`, label: "Reverse purchase" };
  if ((result === "refunded" || (kind === "transfer" && result === "approved")) && reseller)
    return { href: `/admin/wallets/${reseller.id}`, label: "Correct in the wallet" };
  if (kind === "issue") return { href: `/admin/review/delivery-issues/${item}`, label: "Open issue" };
  return undefined;
}
