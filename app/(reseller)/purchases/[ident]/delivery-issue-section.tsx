import type { ReactNode } from "react";
import {
  addDeliveryIssueReplyAction,
  openDeliveryIssueAction,
} from "#app/(reseller)/purchases/delivery-issues/actions.ts";
import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { CopyButton } from "#app/ui/copy-button";
import { type DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { Disclosure } from "#app/ui/disclosure";
import { FieldSet, Radio } from "#app/ui/form/checkbox";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Textarea } from "#app/ui/form/textarea";
import { ContactSupport } from "#app/ui/page/contact-support";
import { FocusOnChange } from "#app/ui/page/focus-on-change";
import { HelpPopover } from "#app/ui/page/help-popover";
import { deliveryIssueStateLabel, SYMPTOM_LABELS } from "#app/ui/purchase/delivery-issue-labels.ts";
import { DeliveryIssueThread } from "#app/ui/purchase/delivery-issue-thread";
import { Time } from "#app/ui/time";
import { env } from "#lib/core/env";
import type { Values } from "#lib/core/settings/settings";
import { formatDateTime, formatDuration } from "#lib/core/time/time";
import type { DeliveryIssueView } from "#lib/issue/delivery-issue-view";
import type { issueSettings } from "#lib/issue/issue-settings";
import type { PurchaseDetail } from "#lib/purchase/read/purchase-view";

interface Props {
  purchase: PurchaseDetail;
  issue: DeliveryIssueView | undefined;
  promise: Values<typeof issueSettings.fields>;
}

/** Reports a delivery issue, or shows the open one, which gets the focus when it has been reported. */
export function DeliveryIssueSection(props: Props) {
  return (
    <FocusOnChange of={props.issue?.ident ?? ""} scrolls className="outline-none empty:hidden">
      <DeliveryIssueCard {...props} />
    </FocusOnChange>
  );
}

/** Renders nothing for purchases that can't have a delivery issue. */
function DeliveryIssueCard({ purchase, issue, promise }: Props) {
  if (issue) return <OpenDeliveryIssue purchase={purchase} issue={issue} promise={promise} />;
  const { state, placedAt, ident } = purchase;
  const inTime = placedAt.getTime() > Date.now() - promise.reportingWindowDays * 24 * 3_600_000;
  if ((state !== "successful" && state !== "unconfirmed") || !inTime) return null;
  return (
    <Card>
      <Disclosure title="Report a delivery issue" className="-my-2">
        <div className="grid gap-4 pt-2">
          <ActionForm id="delivery_issue" action={openDeliveryIssueAction} hidden={{ ident }}>
            <FormStatus />
            <FieldSet legend="Problem" name="symptom">
              <div className="grid gap-2">
                {Object.entries(SYMPTOM_LABELS).map(([value, label]) => (
                  <Radio key={value} name="symptom" value={value} label={label} className={TILE_CLASS} />
                ))}
              </div>
            </FieldSet>
            <Textarea
              label="Details"
              name="details"
              optional
              maxLength={500}
              hint="When your customer checked, and what the network said."
            />
            <p className="text-muted text-sm">
              We’ll check and reply here within {formatDuration(promise.replyHours * 3_600)}.
            </p>
            <SubmitButton pendingText="Sending" className="self-start">
              Report issue
            </SubmitButton>
          </ActionForm>
          <Disclosure title="Check first">
            <KnownDetails purchase={purchase} promise={promise} />
          </Disclosure>
        </div>
      </Disclosure>
      {state === "successful" && <HelpPopover about="wrong_number" className="mt-2 -mb-2" />}
    </Card>
  );
}

const TILE_CLASS =
  "min-h-14 cursor-pointer rounded-md border border-line bg-surface px-4 has-checked:border-accent has-checked:bg-accent-soft";

function OpenDeliveryIssue({ purchase, issue, promise }: Props & { issue: DeliveryIssueView }) {
  return (
    <Card title="Delivery issue" action={<StateBadge {...deliveryIssueStateLabel(issue)} />}>
      <div className="grid gap-4">
        <p aria-live="polite">
          <ResponseDeadline issue={issue} />
        </p>
        <DeliveryIssueThread
          messages={issue.messages.map((message) => ({
            ...message,
            author: RESELLER_KINDS.includes(message.kind) ? (message.by ?? "You") : env().PORTAL_NAME,
            text:
              message.kind === "opened"
                ? [SYMPTOM_LABELS[issue.symptom], message.text].filter(Boolean).join(". ")
                : message.text,
          }))}
        />
        <ReplyForm issue={issue} />
        <Disclosure title="Delivery details">
          <KnownDetails purchase={purchase} promise={promise} />
        </Disclosure>
      </div>
    </Card>
  );
}

const RESELLER_KINDS: readonly string[] = ["opened", "reply", "reopened"];

/** When support replies; says so when the reply is late. */
function ResponseDeadline({ issue: { state, outcome, overdue, answerBy } }: { issue: DeliveryIssueView }) {
  if (outcome === "money_back") return <>The money was refunded to the wallet.</>;
  if (outcome === "delivered") return <>The network confirmed delivery.</>;
  if (state === "customer") return <>We need details from your customer. Add them below.</>;
  if (overdue)
    return (
      <>
        We promised a reply by <Time at={answerBy} />, and it’s late.{" "}
        <ContactSupport>about this issue</ContactSupport>
      </>
    );
  return (
    <>
      We’ll reply by <Time at={answerBy} />.
    </>
  );
}

function ReplyForm({ issue: { ident, state, outcome, reopened } }: { issue: DeliveryIssueView }) {
  if (outcome === "money_back" || (state === "closed" && reopened)) return null;
  const form = (
    <ActionForm id="reply" action={addDeliveryIssueReplyAction} hidden={{ ident }}>
      <FormStatus />
      <Textarea label={state === "closed" ? "Current problem" : "Message"} name="details" maxLength={500} />
      <SubmitButton variant="secondary" pendingText="Sending" className="self-start">
        {state === "closed" ? "Reopen issue" : "Send message"}
      </SubmitButton>
    </ActionForm>
  );
  if (state === "customer") return form;
  return (
    <Disclosure title={state === "closed" ? "Still not delivered?" : "Add a message"}>{form}</Disclosure>
  );
}

/** Facts a reseller can pass to the customer, and how to check the data balance. */
function KnownDetails({ purchase, promise }: Omit<Props, "issue">) {
  const check = promise.checks[purchase.networkId];
  const instructions: ReactNode[] = [
    check && `To check the data balance on ${purchase.networkName}: ${check}`,
    "Check the number. Some phones show new data only after a restart.",
  ].filter(Boolean);
  return (
    <div>
      <ul className="list-disc pl-5 text-sm">
        {instructions.map((instruction) => (
          <li key={String(instruction)}>{instruction}</li>
        ))}
      </ul>
      <DescriptionList facts={buildKnownItems(purchase)} />
    </div>
  );
}

function buildKnownItems(purchase: PurchaseDetail): DescriptionItem[] {
  const { timeline, settledAt, networkRef, networkName, phone } = purchase;
  const sent = timeline.findLast(({ kind }) => kind === "sent")?.at;
  return [
    { label: "Phone number", value: phone },
    ...(sent ? [{ label: "Sent", value: formatDateTime(sent) }] : []),
    {
      label: `${networkName} responded`,
      value: settledAt ? formatDateTime(settledAt) : "No clear response yet",
    },
    ...(networkRef
      ? [
          {
            label: "Network reference",
            value: networkRef,
            mono: true,
            action: <CopyButton text={networkRef} what="network reference" />,
          },
        ]
      : []),
  ];
}
