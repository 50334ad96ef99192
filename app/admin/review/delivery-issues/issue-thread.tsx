import type { ReactNode } from "react";
import { Card } from "#app/ui/card";
import { SYMPTOM_LABELS } from "#app/ui/purchase/delivery-issue-labels.ts";
import { DeliveryIssueThread } from "#app/ui/purchase/delivery-issue-thread";
import { Time } from "#app/ui/time";
import type { AdminDeliveryIssueView } from "#lib/issue/delivery-issue-view";

interface Props {
  issue: AdminDeliveryIssueView;
  /** The end of the card. */
  children?: ReactNode;
}

export function IssueThread({ issue, children }: Props) {
  const { symptom, messages, resellerName, state, overdue, answerBy } = issue;
  return (
    <Card title="Messages">
      {state === "admin" && (
        <p className={overdue ? "mb-3 font-semibold text-bad" : "mb-3"}>
          {overdue ? "Reply was due " : "Reply by "}
          <Time at={answerBy} />
        </p>
      )}
      <DeliveryIssueThread
        messages={messages.map((message) => ({
          ...message,
          author: RESELLER_KINDS.includes(message.kind)
            ? (message.by ?? resellerName)
            : (message.admin ?? "The operator"),
          text:
            message.kind === "opened"
              ? [SYMPTOM_LABELS[symptom], message.text].filter(Boolean).join(". ")
              : message.text,
          note: message.note && (
            <p className="mt-1 break-words text-muted text-sm">Internal note: “{message.note}”</p>
          ),
        }))}
      />
      {children}
    </Card>
  );
}

const RESELLER_KINDS: readonly string[] = ["opened", "reply", "reopened"];
