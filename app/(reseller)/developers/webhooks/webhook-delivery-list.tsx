import { Webhook } from "lucide-react";
import { resendDeliveryAction } from "#app/(reseller)/developers/actions.ts";
import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { ListFilters } from "#app/ui/list/list-filters";
import { ListBody } from "#app/ui/list/list-page";
import type { ListResult } from "#app/ui/list/pager";
import { Time } from "#app/ui/time";
import type { DeliveryView } from "#lib/webhook/delivery-list";

const EVENT_TYPE_LABELS: Readonly<Record<string, string>> = {
  "purchase.successful": "Purchase delivered",
  "purchase.failed": "Purchase failed",
  "purchase.reversed": "Purchase reversed",
  "plans.changed": "Plans changed",
  "announcement.made": "Announcement",
  "webhook.test": "Test",
};

const DELIVERY_STATE_LABELS = {
  delivered: { tone: "good", word: "Delivered" },
  waiting: { tone: "wait", word: "Retrying" },
  failed: { tone: "bad", word: "Failed" },
} as const;

const FILTERS = [
  {
    name: "state",
    label: "State",
    empty: "All",
    options: Object.entries(DELIVERY_STATE_LABELS).map(([value, { word }]) => ({ value, label: word })),
  },
  {
    name: "type",
    label: "Topic",
    empty: "All",
    options: Object.entries(EVENT_TYPE_LABELS).map(([value, label]) => ({ value, label })),
  },
];

const EMPTY_STATE = {
  icon: Webhook,
  title: "No deliveries yet",
  text: "Send a test event, or wait for the next purchase. Deliveries show here for 30 days.",
};

const NO_RESULTS = {
  icon: Webhook,
  title: "No matching deliveries",
  text: "Deliveries are kept for 30 days. Change the filters to see others.",
};

/** The webhook deliveries of the last 30 days, also to removed webhooks. */
export function WebhookDeliveryList({ here, page }: { here: string; page: ListResult<DeliveryView> }) {
  return (
    <section>
      <h2 className="mb-3 font-semibold text-lg">Deliveries</h2>
      {(page.narrowed || page.rows.length > 0) && (
        <ListFilters here={here} on={page.on} search="Purchase or event ID" filters={FILTERS} />
      )}
      <ListBody here={here} page={page} empty={EMPTY_STATE} unmatched={NO_RESULTS}>
        <Card padded={false}>
          <ul aria-label="Deliveries" className="divide-y divide-line">
            {page.rows.map((message) => (
              <WebhookDelivery key={message.messageId} message={message} />
            ))}
          </ul>
        </Card>
      </ListBody>
    </section>
  );
}

function WebhookDelivery({ message }: { message: DeliveryView }) {
  const { messageId, type, subject, state, createdAt, nextAt, tries, url, removed } = message;
  return (
    <li>
      <details className="group">
        <summary className="grid min-h-14 cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5 hover:bg-sunken/60 md:px-5">
          <span className="min-w-0">
            <span className="block truncate font-medium">{EVENT_TYPE_LABELS[type] ?? type}</span>
            <span className="block truncate text-muted text-sm">
              <Time at={createdAt} /> · {subject}
            </span>
          </span>
          <StateBadge {...DELIVERY_STATE_LABELS[state]} />
        </summary>
        <div className="flex flex-col gap-3 px-4 pb-4 md:px-5">
          <p className="break-all text-muted text-sm">
            To {url} as <code className="font-mono">{messageId}</code>
          </p>
          <ul className="text-sm">
            {tries.map(({ at, httpStatus, problem, tookMs }) => (
              <li key={at.getTime()} className="flex flex-wrap justify-between gap-x-4 py-1">
                <span>{problem ?? `Response ${httpStatus}`}</span>
                <span className="text-muted">
                  <Time at={at} />, {tookMs} ms
                </span>
              </li>
            ))}
            {tries.length === 0 && <li className="text-muted">No attempts yet.</li>}
          </ul>
          {nextAt && tries.length > 0 && !removed && (
            <p className="text-muted text-sm">
              Next attempt <Time at={nextAt} />
            </p>
          )}
          {removed ? (
            <p className="text-muted text-sm">You removed this webhook. It gets no more events.</p>
          ) : (
            <ResendButton messageId={messageId} />
          )}
        </div>
      </details>
    </li>
  );
}

function ResendButton({ messageId }: { messageId: string }) {
  return (
    <ActionForm action={resendDeliveryAction} hidden={{ messageId }} className="gap-2">
      <SubmitButton variant="secondary" size="sm" className="self-start">
        Resend event
      </SubmitButton>
      <FormStatus />
    </ActionForm>
  );
}
