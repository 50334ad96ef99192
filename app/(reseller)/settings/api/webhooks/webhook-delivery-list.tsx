import { StateBadge } from "#app/ui/badge";
import { buttonClass } from "#app/ui/button-class.ts";
import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Download, Webhook } from "#app/ui/icon/icons.ts";
import { buildHref } from "#app/ui/list/build-href.ts";
import { ListFilters } from "#app/ui/list/list-filters";
import { ListBody } from "#app/ui/list/list-page";
import type { ListResult } from "#app/ui/list/pager";
import { Time } from "#app/ui/time";
import { pluralise } from "#lib/core/text/pluralise";
import { type DeliveryView, MAX_ATTEMPTS } from "#lib/webhook/delivery-list";
import type { EndpointView } from "#lib/webhook/list-endpoints";
import { resendDeliveryAction } from "./actions.ts";
import { EVENT_TYPE_LABELS } from "./event-labels.ts";

const DELIVERY_STATE_LABELS = {
  delivered: { tone: "good", word: "Delivered" },
  waiting: { tone: "wait", word: "Retrying" },
  failed: { tone: "bad", word: "Failed" },
} as const;

const FILTERS = [
  { name: "state", label: "Status", options: DELIVERY_STATE_LABELS },
  { name: "type", label: "Event type", options: EVENT_TYPE_LABELS },
];

function buildEndpointFilter(endpoints: readonly EndpointView[]) {
  const options = endpoints.map(({ id, url }) => ({ value: String(id), label: url }));
  return options.length > 1 ? [{ name: "webhook", label: "Webhook", options }] : [];
}

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

interface Props {
  here: string;
  page: ListResult<DeliveryView>;
  endpoints: readonly EndpointView[];
}

/** The webhook deliveries of the last 30 days, also to removed webhooks. */
export function WebhookDeliveryList({ here, page, endpoints }: Props) {
  return (
    <section>
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 className="font-semibold text-lg">Deliveries</h2>
        {page.rows.length > 0 && (
          <a
            href={buildHref(`${here}/export`, page.on)}
            download
            className={buttonClass({ variant: "secondary", size: "sm" })}
          >
            <Download />
            CSV
          </a>
        )}
      </div>
      {(page.narrowed || page.rows.length > 0) && (
        <ListFilters
          here={here}
          on={page.on}
          search="Purchase or event ID"
          filters={[...FILTERS, ...buildEndpointFilter(endpoints)]}
          days
        />
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
  const { messageId, type, subject, state, createdAt, url, body, tries } = message;
  return (
    <li>
      <details className="group">
        <summary className="grid min-h-14 cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5 hover:bg-sunken/60 md:px-5">
          <span className="min-w-0">
            <span className="block truncate font-medium">{EVENT_TYPE_LABELS[type] ?? type}</span>
            <span className="block truncate text-muted text-sm">
              <Time at={createdAt} /> · {subject}
            </span>
            <span className="block text-muted text-sm md:flex md:gap-1">
              <span className="block min-w-0 truncate">{url.replace(/^https?:\/\//, "")}</span>
              <span className="block shrink-0">{describeAttempts(message)}</span>
            </span>
          </span>
          <StateBadge {...DELIVERY_STATE_LABELS[state]} />
        </summary>
        <div className="flex flex-col gap-3 px-4 pb-4 md:px-5">
          <p className="break-all text-muted text-sm">
            To {url} as <code className="font-mono">{messageId}</code>
          </p>
          <RawText label="Request body" text={body} />
          <ul className="flex flex-col gap-2 text-sm">
            {tries.map(({ at, httpStatus, problem, tookMs, response }) => (
              <li key={at.getTime()}>
                <p className="flex flex-wrap justify-between gap-x-4 py-1">
                  <span>{problem ?? `Response ${httpStatus}`}</span>
                  <span className="text-muted">
                    <Time at={at} />, {tookMs} ms
                  </span>
                </p>
                <RawText label="Response" text={response} />
              </li>
            ))}
            {tries.length === 0 && <li className="text-muted">No attempts yet.</li>}
          </ul>
          <NextStep message={message} />
        </div>
      </details>
    </li>
  );
}

/** Sums up the attempts: “2 attempts · 500 · 120 ms”. */
function describeAttempts({ tries }: DeliveryView): string {
  const [last] = tries;
  if (!last) return "· no attempts yet";
  const attempts =
    tries.length < MAX_ATTEMPTS
      ? pluralise(tries.length, "attempt", "attempts")
      : `${MAX_ATTEMPTS} or more attempts`;
  const result = last.httpStatus === null ? [] : [String(last.httpStatus)];
  return ["", attempts, ...result, `${last.tookMs} ms`].join(" · ").trim();
}

/** A text of another server or for it, as it is. */
function RawText({ label, text }: { label: string; text: string | null }) {
  if (!text) return null;
  return (
    <figure>
      <figcaption className="text-muted text-sm">{label}</figcaption>
      <pre className="mt-1 whitespace-pre-wrap break-all rounded-md bg-sunken p-3 font-mono text-xs">
        {text}
      </pre>
    </figure>
  );
}

function NextStep({ message: { messageId, nextAt, tries, removed, gone } }: { message: DeliveryView }) {
  if (removed)
    return (
      <p className="text-muted text-sm">
        {gone ? "The address responded 410 Gone, which ended this webhook." : "You removed this webhook."} It
        gets no more events.
      </p>
    );
  return (
    <>
      {nextAt && tries.length > 0 && (
        <p className="text-muted text-sm">
          Next attempt <Time at={nextAt} />
        </p>
      )}
      <ActionForm action={resendDeliveryAction} hidden={{ messageId }} className="gap-2">
        <SubmitButton variant="secondary" size="sm" className="self-start">
          Resend event
        </SubmitButton>
        <FormStatus />
      </ActionForm>
    </>
  );
}
