import type { ReactNode } from "react";
import { Time } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import { formatSendTimeout } from "#lib/purchase/read/format-send-timeout";
import type { PurchaseDetail } from "#lib/purchase/read/purchase-view";

interface PurchaseStatusText {
  say: ReactNode;
  /** The next step; null when the purchase has ended. */
  next: ReactNode;
}

/** @param price as text, at the start of a sentence: the amount, or “The money” where it is hidden */
export function describePurchase(
  purchase: PurchaseDetail,
  price = formatMoney(purchase.price),
): PurchaseStatusText {
  switch (purchase.state) {
    case "queued":
      return describeQueued(purchase, price);
    case "sending":
      return {
        say: `Sent to ${purchase.networkName}. We’re waiting for its response. ${price} is on hold.`,
        next: `The response, usually within seconds. Networks can be slow, so we wait up to ${formatSendTimeout()}.`,
      };
    case "unconfirmed":
      return describeUnconfirmed(purchase, price);
    case "successful":
      return { say: describeDelivered(purchase, price), next: null };
    case "failed": {
      const money = purchase.advance
        ? `You keep the ${price} that we credited to your wallet before.`
        : `${price} is back in your wallet.`;
      return { say: `${money} ${explainFailure(purchase)}`.trim(), next: null };
    }
    case "reversed":
      return { say: `The network reversed it. ${price} was refunded to your wallet.`, next: null };
  }
}

/** Explains a known reason in the portal's words; an unknown one is quoted. Details quote every one. */
function explainFailure(purchase: PurchaseDetail): string {
  const { networkName, phone, outcome } = purchase;
  if (purchase.isPlanUnsuitable)
    return `${networkName} can’t give this plan to ${phone.replaceAll(" ", "\u00a0")}. Choose another plan.`;
  return purchase.isOutcomeQuoted ? `${networkName} responded: “${outcome}”` : (outcome ?? "");
}

function describeDelivered({ networkName, settledAt, advance }: PurchaseDetail, price: string): ReactNode {
  return (
    <>
      {networkName} confirmed delivery {settledAt && <Time at={settledAt} />}.
      {advance && ADVANCE_TEXTS[advance]?.(price)}
    </>
  );
}

/** The credit of a purchase that was delivered after all. */
const ADVANCE_TEXTS: Readonly<Record<string, (price: string) => string>> = {
  repaid: (price) => ` You returned the ${price} that we had credited.`,
  waived: (price) => ` You keep the ${price} that we had credited.`,
};

function describeQueued({ queue, deadlineAt }: PurchaseDetail, price: string): PurchaseStatusText {
  const place = queue && queue.position > 1 ? `Number ${queue.position} in the queue.` : "Next in the queue.";
  const money = `${price} is on hold, and nothing was sent yet.`;
  const until = (
    <>
      Refunded automatically if not sent by <Time at={deadlineAt} />.
    </>
  );
  if (!queue || queue.paused) {
    return {
      say: `Sending is paused right now. ${money}`,
      next: <>We’ll send it when sending starts again. {until}</>,
    };
  }
  return { say: `${place} ${money}`, next: until };
}

function describeUnconfirmed(
  { timeline, placedAt, networkName, decisionDeadline, overdue, advance }: PurchaseDetail,
  price: string,
): PurchaseStatusText {
  const sentAt = timeline.findLast(({ kind }) => kind === "sent")?.at ?? placedAt;
  if (advance)
    return {
      say: (
        <>
          Sent <Time at={sentAt} />, but {networkName} hasn’t confirmed delivery: the data may have arrived,
          or not. A day has passed, so we credited {price} to your wallet. You can spend it.
        </>
      ),
      next: "We’re still checking. If it wasn’t delivered, you keep the money. If it was, we ask you to return it, and you decide.",
    };
  return {
    say: (
      <>
        Sent <Time at={sentAt} />, but {networkName} hasn’t confirmed delivery: the data may have arrived, or
        not. {price} is on hold, not spent. Ask your customer to check before you buy again.
      </>
    ),
    next: overdue ? (
      <>
        This is taking longer than we promised
        {decisionDeadline && (
          <>
            , until <Time at={decisionDeadline} />
          </>
        )}
        . Support is asking the network. It ends as Delivered or refunded.
      </>
    ) : (
      <>
        We’re checking, and we won’t send it twice. It ends as Delivered or refunded
        {decisionDeadline && (
          <>
            , by <Time at={decisionDeadline} /> at the latest
          </>
        )}
        .
      </>
    ),
  };
}
