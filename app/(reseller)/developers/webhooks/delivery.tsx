import type { DeliveryView } from "#lib/webhook/delivery-list";
import { Badge } from "../../../ui/badge.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { Time } from "../../../ui/time.tsx";
import { sendAgain } from "./actions.ts";
import { STATES, TYPES } from "./message-words.ts";

/** One message: what it was about, its state, and its attempts behind a fold. */
export function Delivery({ message }: { message: DeliveryView }) {
  const { messageId, type, subject, state, createdAt, nextAt, tries, url, removed } = message;
  return (
    <li>
      <details className="group">
        <summary className="grid min-h-14 cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5 hover:bg-sunken/60 md:px-5">
          <span className="min-w-0">
            <span className="block truncate font-medium">{TYPES[type] ?? type}</span>
            <span className="block truncate text-muted text-sm">
              <Time at={createdAt} /> · {subject}
            </span>
          </span>
          <Badge tone={STATES[state].tone} icon>
            {STATES[state].word}
          </Badge>
        </summary>
        <div className="flex flex-col gap-3 px-4 pb-4 md:px-5">
          <p className="break-all text-muted text-sm">
            To {url} as <code className="font-mono">{messageId}</code>
          </p>
          <ul className="text-sm">
            {tries.map(({ at, httpStatus, problem, tookMs }) => (
              <li key={at.getTime()} className="flex flex-wrap justify-between gap-x-4 py-1">
                <span>{problem ?? `Answered ${httpStatus}`}</span>
                <span className="text-muted">
                  <Time at={at} />, {tookMs} ms
                </span>
              </li>
            ))}
            {tries.length === 0 && <li className="text-muted">Not tried yet.</li>}
          </ul>
          {nextAt && tries.length > 0 && !removed && (
            <p className="text-muted text-sm">
              Next try <Time at={nextAt} />
            </p>
          )}
          {removed ? (
            <p className="text-muted text-sm">You removed this address: nothing more is sent there.</p>
          ) : (
            <SendAgainButton messageId={messageId} />
          )}
        </div>
      </details>
    </li>
  );
}

function SendAgainButton({ messageId }: { messageId: string }) {
  return (
    <ActionForm action={sendAgain} hidden={{ messageId }} className="gap-2">
      <div>
        <SubmitButton variant="secondary" size="sm">
          Send again
        </SubmitButton>
      </div>
      <FormAnswer />
    </ActionForm>
  );
}
