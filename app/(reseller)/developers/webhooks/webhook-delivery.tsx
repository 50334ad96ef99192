import { Badge } from "#app/ui/badge";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Time } from "#app/ui/time";
import type { DeliveryView } from "#lib/webhook/delivery-list";
import { resendDeliveryAction } from "./actions.ts";
import { DELIVERY_STATE_LABELS, EVENT_TYPE_LABELS } from "./webhook-labels.ts";

/** One webhook delivery with its state and attempts. */
export function WebhookDelivery({ message }: { message: DeliveryView }) {
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
          <Badge tone={DELIVERY_STATE_LABELS[state].tone} icon>
            {DELIVERY_STATE_LABELS[state].word}
          </Badge>
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
      <div>
        <SubmitButton variant="secondary" size="sm">
          Resend event
        </SubmitButton>
      </div>
      <FormStatus />
    </ActionForm>
  );
}
