import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { Time } from "#app/ui/time";
import type { DeliveryIssueMessage } from "#lib/issue/delivery-issue-view";

interface ThreadMessage extends DeliveryIssueMessage {
  author: string;
  note?: ReactNode;
}

const MESSAGE_LABELS: Partial<Record<DeliveryIssueMessage["kind"], string>> = {
  reopened: "Reopened",
  delivered: "Delivered",
  money_back: "Refunded",
  asking: "Network asked",
  customer: "Awaiting customer",
};

const RESELLER_KINDS: readonly DeliveryIssueMessage["kind"][] = ["opened", "reply", "reopened"];

/** The messages of a delivery issue, oldest first. Support's messages are shaded. */
export function DeliveryIssueThread({ messages }: { messages: readonly ThreadMessage[] }) {
  return (
    <ol className="grid gap-3">
      {messages.map(({ at, kind, author, text, erased, answerBy, note }) => (
        <li
          key={`${at.getTime()} ${kind}`}
          className={cx(
            "rounded-md border border-line px-4 py-3",
            !RESELLER_KINDS.includes(kind) && "bg-sunken",
          )}
        >
          <p className="flex flex-wrap justify-between gap-x-4 text-muted text-sm">
            <span className="font-medium text-ink">
              {author}
              {MESSAGE_LABELS[kind] && `: ${MESSAGE_LABELS[kind]}`}
            </span>
            <Time at={at} />
          </p>
          {text && <p className="mt-1 whitespace-pre-line break-words">{text}</p>}
          {erased && <p className="mt-1 text-muted text-sm">This message was erased.</p>}
          {answerBy && (
            <p className="mt-1 text-sm">
              Next update by <Time at={answerBy} />.
            </p>
          )}
          {note}
        </li>
      ))}
    </ol>
  );
}
