import { Pause, Play, Plus, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { type RunDetail, STATUSES } from "#lib/bulk/run-view";
import { formatMoney } from "#lib/core/money";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { countText } from "../../../ui/count-text.ts";
import { cx } from "../../../ui/cx.ts";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Money } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { PinField } from "../../../ui/pin-field.tsx";
import { PlainIcon } from "../../../ui/plain-icon.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { Time } from "../../../ui/time.tsx";
import { TONE_TEXT, ToneIcon } from "../../../ui/tone.tsx";
import { fundPath } from "../../wallet/fund/fund-path.ts";
import { again, cancel, resume, stop } from "../actions.ts";
import { runWords, statusWords } from "../run-words.ts";

/** How far a run is, when it should be done, and what can be done with it. */
export function Progress({ run, here, asksPin }: { run: RunDetail; here: string; asksPin: boolean }) {
  const { word, tone } = runWords(run);
  const ended = run.rows - run.counts.waiting - run.counts.open;
  return (
    <div className="mb-6 grid gap-4">
      <Hindrance run={run} />
      <section aria-labelledby="stand" className="rounded-lg border border-line bg-surface p-4 md:p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <h2 id="stand" className={cx("flex items-center gap-2 font-semibold text-lg", TONE_TEXT[tone])}>
              <ToneIcon tone={tone} className="size-5" />
              <span aria-live="polite">{word}</span>
            </h2>
            <p className="text-muted text-sm">{when(run)}</p>
          </div>
          <Money text={formatMoney(run.total)} size="lg" />
        </div>
        <progress
          className="run-progress mt-4"
          max={run.rows}
          value={ended}
          aria-label={`${ended} of ${run.rows} rows are done`}
        />
        <ul className="mt-4 grid grid-cols-2 gap-x-4 gap-y-1 sm:flex sm:flex-wrap sm:gap-x-8">
          {STATUSES.filter((status) => run.counts[status] > 0).map((status) => (
            <li key={status}>
              <PageLink
                href={`${here}?show=${status}`}
                className="group inline-flex min-h-11 flex-col justify-center"
              >
                <span className="font-semibold text-lg">{countText(run.counts[status])}</span>
                <span className="text-muted text-sm group-hover:text-ink">{statusWords(status).word}</span>
              </PageLink>
            </li>
          ))}
        </ul>
        <Acts run={run} asksPin={asksPin} />
        <PageLink
          href={`/purchases?run=${run.id}`}
          className="mt-2 inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          See them among your purchases
        </PageLink>
      </section>
    </div>
  );
}

function when({ over, startedAt, endsAt, state }: RunDetail): ReactNode {
  const begun = startedAt && (
    <>
      Begun <Time at={startedAt} />.
    </>
  );
  if (over || state === "cancelled" || !endsAt) return begun;
  return (
    <>
      {begun} Sent by about <Time at={endsAt} />. You can leave this page.
    </>
  );
}

function Acts({ run, asksPin }: { run: RunDetail; asksPin: boolean }) {
  const { id, version, state, pause, over, counts } = run;
  const running = state === "running" && !over;
  const retries = (["failed", "cancelled", "left"] as const).filter((which) => over && counts[which] > 0);
  if (!running && retries.length === 0) return null;
  return (
    <div className="mt-4 flex flex-wrap items-start gap-2">
      {running && pause !== "asked" && (
        <ActionForm action={stop} id="stop" hidden={{ id }}>
          <FormAnswer />
          <SubmitButton variant="secondary">
            <PlainIcon icon={Pause} />
            Pause
          </SubmitButton>
        </ActionForm>
      )}
      {running && pause !== null && (
        <ActionForm action={resume} id="resume" hidden={{ id, version }}>
          <FormAnswer />
          {pause === "price" && asksPin && <PinField />}
          <SubmitButton>
            <PlainIcon icon={Play} />
            {pause === "price" ? `Go on at ${formatMoney(run.right.total)}` : "Go on"}
          </SubmitButton>
        </ActionForm>
      )}
      {running && <CancelRest run={run} />}
      {retries.map((which) => (
        <ActionForm key={which} action={again} id={`again-${which}`} hidden={{ id, which }}>
          <FormAnswer />
          <SubmitButton variant="secondary">
            <PlainIcon icon={RotateCcw} />
            {AGAIN[which](countText(counts[which]))}
          </SubmitButton>
        </ActionForm>
      ))}
    </div>
  );
}

const AGAIN = {
  failed: (count: string) => `Try the ${count} failed again`,
  cancelled: (count: string) => `List the ${count} cancelled again`,
  left: (count: string) => `Put right what was not bought (${count})`,
};

function CancelRest({ run: { id } }: { run: RunDetail }) {
  return (
    <ConfirmDialog
      trigger="Cancel the rest"
      look={{ variant: "danger" }}
      title="Cancel the rest?"
      cancel="Keep it"
    >
      <p>
        What was not sent yet is cancelled, and its money is back in your wallet. What was sent ends as it
        does.
      </p>
      <ActionForm action={cancel} id="cancel" hidden={{ id }}>
        <FormAnswer />
        <SubmitButton variant="danger" wide pendingText="Cancelling">
          Cancel the rest
        </SubmitButton>
      </ActionForm>
    </ConfirmDialog>
  );
}

/** Why it does not go on, and what helps. */
function Hindrance({ run }: { run: RunDetail }) {
  const { id, pause, counts, right } = run;
  if (pause === null || run.over) return null;
  if (pause === "money")
    return (
      <Notice
        kind="warn"
        title="Your money is used up"
        action={
          <ButtonLink href={fundPath({ next: `/bulk/${id}` })} className="w-full sm:w-auto">
            <PlainIcon icon={Plus} />
            Add money
          </ButtonLink>
        }
      >
        {`${countText(counts.waiting)} rows wait, which cost ${formatMoney(right.total)}. They go on by themselves when money comes.`}
      </Notice>
    );
  const { title, text } = HINDRANCES[pause];
  return (
    <Notice kind="warn" title={title}>
      {text}
    </Notice>
  );
}

const HINDRANCES = {
  asked: {
    title: "Paused",
    text: "Nothing more is sent before you go on. The money stays set aside, a day at most: then it is back.",
  },
  limit: { title: "Today's limit is reached", text: "The rest goes on by itself after midnight." },
  room: { title: "Many are waiting to be sent", text: "The rest goes on by itself when there is room." },
  service: { title: "Buying is paused right now", text: "Nothing is lost. The rest goes on by itself." },
  price: {
    title: "Prices changed",
    text: "The rest was not charged. Look at the new prices, and go on if they are fine.",
  },
  restricted: {
    title: "Your account cannot buy at the moment",
    text: "The rest was not charged. Go on when your account can buy again.",
  },
} as const;
