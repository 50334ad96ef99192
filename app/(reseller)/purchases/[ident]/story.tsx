import type { ReactNode } from "react";
import { env } from "#lib/core/env";
import { formatMoney } from "#lib/core/money";
import { saySpan } from "#lib/core/time";
import type { PurchaseDetail } from "#lib/purchase/read/view";
import { Time } from "../../../ui/time.tsx";

interface Story {
  /** What is known, what is not, and where the money is. */
  say: ReactNode;
  /** What is still to come; null when it is over. */
  next: ReactNode;
}

/** A purchase in plain words. */
export function storyOf(purchase: PurchaseDetail): Story {
  const price = formatMoney(purchase.price);
  switch (purchase.state) {
    case "queued":
      return queued(purchase);
    case "sending":
      return {
        say: `Sent to ${purchase.networkName}, which has not answered yet. ${price} is set aside.`,
        next: `The answer, usually within seconds. Networks are slow at times, so we wait for it for up to ${saySpan(env().UPSTREAM_TIMEOUT_MS / 1000)}.`,
      };
    case "unconfirmed":
      return unconfirmed(purchase, price);
    case "successful":
      return { say: delivered(purchase), next: null };
    case "failed":
      return { say: `${purchase.outcome ?? ""} ${price} is back in your wallet.`.trim(), next: null };
    case "reversed":
      return { say: `The network took it back. ${price} is in your wallet again.`, next: null };
  }
}

function delivered({ networkName, settledAt }: PurchaseDetail): ReactNode {
  return (
    <>
      {networkName} confirmed it {settledAt && <Time at={settledAt} />}.
    </>
  );
}

function queued({ queue, deadlineAt, price }: PurchaseDetail): Story {
  const place =
    queue && queue.position > 1 ? `It is number ${queue.position} in line.` : "It is next in line.";
  const money = `${formatMoney(price)} is set aside, and nothing was sent yet.`;
  const until = (
    <>
      If it cannot be sent by <Time at={deadlineAt} />, it is cancelled by itself and the money is back.
    </>
  );
  if (!queue || queue.paused) {
    return {
      say: `Sending is paused right now. ${money}`,
      next: <>It goes out when sending is on again. {until}</>,
    };
  }
  return {
    say: `${place} ${money}`,
    next: (
      <>
        Should be sent <Time at={queue.expectedAt} />. {until}
      </>
    ),
  };
}

function unconfirmed(
  { timeline, placedAt, networkName, decisionDeadline, overdue }: PurchaseDetail,
  price: string,
): Story {
  const sentAt = timeline.findLast(({ kind }) => kind === "sent")?.at ?? placedAt;
  return {
    say: (
      <>
        Sent <Time at={sentAt} />, but {networkName} gave no clear answer: it may have arrived, or not.{" "}
        {price} is set aside, neither spent nor lost. Ask your customer to look before you buy it again.
      </>
    ),
    next: overdue ? (
      <>
        It takes longer than the day we promised
        {decisionDeadline && (
          <>
            , until <Time at={decisionDeadline} />
          </>
        )}
        . A person is asking the network. It ends as Delivered, or with the money back in your wallet.
      </>
    ) : (
      <>
        It is being checked, and it is never sent twice. It ends as Delivered, or with the money back in your
        wallet
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
