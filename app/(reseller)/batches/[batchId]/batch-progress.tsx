import type { ReactNode } from "react";
import {
  cancelBatchRestAction,
  resumeBatchAction,
  retryBatchAction,
  stopBatchAction,
} from "#app/(reseller)/batches/actions.ts";
import { batchStateLabel, rowStatusLabel } from "#app/(reseller)/batches/batch-labels.ts";
import { buildFundPath } from "#app/(reseller)/paths.ts";
import { TopUpLink } from "#app/(reseller)/top-up-link";
import { Banner } from "#app/ui/banner";
import { buttonClass } from "#app/ui/button-class.ts";
import { cx } from "#app/ui/cx.ts";
import { ActionButton } from "#app/ui/form/action-button";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { PinField } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { formatCount } from "#app/ui/format-count.ts";
import { MessageCircle, Pause, Play, RotateCcw } from "#app/ui/icon/icons.ts";
import { getMarginClass } from "#app/ui/margin-class.ts";
import { PageLink } from "#app/ui/page/page-link";
import { PrivateMoney, PrivateText } from "#app/ui/private-money";
import { Time } from "#app/ui/time";
import { TONE_TEXT_CLASS, ToneIcon } from "#app/ui/tone-icon";
import { BATCH_ROW_STATUSES, type BatchDetail } from "#lib/batch/batch-view";
import { formatMoney } from "#lib/core/money/money";

interface Props {
  batch: BatchDetail;
  here: string;
  asksPin: boolean;
  /** Whether the wallet's page is open to the reader, and whether they may cancel purchases. */
  mayFund: boolean;
  mayCancel: boolean;
  /** Opens a message about the result; null before the end. */
  messageUrl: string | null;
}

export function BatchProgress({ batch, here, asksPin, mayFund, mayCancel, messageUrl }: Props) {
  const { word, tone } = batchStateLabel(batch);
  const ended = batch.rows - batch.counts.waiting - batch.counts.open;
  return (
    <div className="mb-6 grid gap-4">
      <BatchPauseBanner batch={batch} mayFund={mayFund} />
      <section aria-labelledby="stand" className="rounded-lg border border-line bg-surface p-4 md:p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <h2
              id="stand"
              className={cx("flex items-center gap-2 font-semibold text-lg", TONE_TEXT_CLASS[tone])}
            >
              <ToneIcon tone={tone} className="size-5" />
              <span aria-live="polite">{word}</span>
            </h2>
            <p className="text-muted text-sm">{formatBatchTime(batch)}</p>
            {batch.over && batch.kept.count > 0 && (
              <PrivateText>
                <p className={cx("font-medium", getMarginClass(batch.kept.profit))}>{formatKept(batch)}</p>
              </PrivateText>
            )}
          </div>
          <PrivateMoney text={formatMoney(batch.total)} size="lg" />
        </div>
        <progress
          className="run-progress mt-4"
          max={batch.rows}
          value={ended}
          aria-label={`${ended} of ${batch.rows} rows done`}
        />
        <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-1 sm:gap-x-8">
          {BATCH_ROW_STATUSES.filter((status) => batch.counts[status] > 0).map((status) => (
            <li key={status}>
              <PageLink
                href={`${here}?show=${status}`}
                className="group inline-flex min-h-11 flex-col justify-center"
              >
                <span className="font-semibold text-lg">{formatCount(batch.counts[status])}</span>
                <span className="text-muted text-sm group-hover:text-ink">{rowStatusLabel(status).word}</span>
              </PageLink>
            </li>
          ))}
        </ul>
        <BatchActions batch={batch} asksPin={asksPin} mayCancel={mayCancel} messageUrl={messageUrl} />
        <PageLink
          href={`/purchases?run=${batch.id}`}
          className="mt-2 inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          View purchases
        </PageLink>
      </section>
    </div>
  );
}

function formatBatchTime({ over, startedAt, endsAt, state }: BatchDetail): ReactNode {
  const started = startedAt && (
    <>
      Started <Time at={startedAt} />.
    </>
  );
  if (over || state === "cancelled" || !endsAt) return started;
  return (
    <>
      {started} All sent by about <Time at={endsAt} />. You can leave this page.
    </>
  );
}

/** Formats "You kept ₦1,123.50", and how many rows it is of where others have no selling price. */
function formatKept({ kept: { count, profit }, counts }: BatchDetail): string {
  const amount = `You ${profit < 0n ? "lost" : "kept"} ${formatMoney(profit < 0n ? -profit : profit)}`;
  if (count === counts.successful) return amount;
  return `${amount} on ${formatCount(count)} of ${formatCount(counts.successful)} delivered`;
}

function BatchActions({
  batch,
  asksPin,
  mayCancel,
  messageUrl,
}: Pick<Props, "batch" | "asksPin" | "mayCancel" | "messageUrl">) {
  const { id, version, state, pause, over, counts } = batch;
  const running = state === "running" && !over;
  const retries = (["failed", "cancelled", "left"] as const).filter((which) => over && counts[which] > 0);
  if (!running && retries.length === 0 && !messageUrl) return null;
  return (
    <div className="mt-4 flex flex-wrap items-start gap-2">
      {messageUrl && (
        <a href={messageUrl} target="_blank" rel="noopener" className={buttonClass({ variant: "secondary" })}>
          <MessageCircle />
          Tell customer
        </a>
      )}
      {running && pause !== "requested" && (
        <ActionButton action={stopBatchAction} id="stop" hidden={{ id }} variant="secondary">
          <Pause />
          Pause
        </ActionButton>
      )}
      {running && pause !== null && (
        <ActionForm action={resumeBatchAction} id="resume" hidden={{ id, version }}>
          <FormStatus />
          {pause === "price" && asksPin && <PinField />}
          <SubmitButton>
            <Play />
            <span>
              Continue
              {pause === "price" && <PrivateText> for {formatMoney(batch.right.total)}</PrivateText>}
            </span>
          </SubmitButton>
        </ActionForm>
      )}
      {running && mayCancel && <CancelRestDialog batch={batch} />}
      {retries.map((which) => (
        <ActionButton
          key={which}
          action={retryBatchAction}
          id={`again-${which}`}
          hidden={{ id, which }}
          variant="secondary"
        >
          <RotateCcw />
          {formatRetryLabel(which, counts[which])}
        </ActionButton>
      ))}
    </div>
  );
}

function formatRetryLabel(which: "failed" | "cancelled" | "left", count: number): string {
  const rows = count === 1 ? "row" : "rows";
  if (which === "left") return `Fix ${formatCount(count)} ${rows}`;
  return `Retry ${formatCount(count)} ${which} ${rows}`;
}

function CancelRestDialog({ batch: { id } }: { batch: BatchDetail }) {
  return (
    <ConfirmDialog
      trigger="Cancel remaining rows"
      look={{ variant: "danger" }}
      title="Cancel remaining rows?"
      cancel="Keep rows"
    >
      <p>Rows that weren’t sent yet are cancelled and refunded. Purchases already sent will finish.</p>
      <ActionButton
        action={cancelBatchRestAction}
        id="cancel"
        hidden={{ id }}
        variant="danger"
        wide
        pendingText="Cancelling"
      >
        Cancel remaining rows
      </ActionButton>
    </ConfirmDialog>
  );
}

function BatchPauseBanner({ batch, mayFund }: Pick<Props, "batch" | "mayFund">) {
  const { id, pause, counts, right } = batch;
  if (pause === null || batch.over) return null;
  if (pause === "money")
    return (
      <Banner
        kind="warn"
        title="Your balance is too low"
        action={
          mayFund && (
            <TopUpLink href={buildFundPath({ next: `/batches/${id}` })} className="w-full sm:w-auto" />
          )
        }
      >
        {`${formatCount(counts.waiting)} rows are left`}
        <PrivateText>, for {formatMoney(right.total)}</PrivateText>. They continue automatically when you top
        up.
      </Banner>
    );
  const { title, text } = PAUSE_TEXTS[pause];
  return (
    <Banner kind="warn" title={title}>
      {text}
    </Banner>
  );
}

const PAUSE_TEXTS = {
  requested: {
    title: "Paused",
    text: "Nothing more is sent until you continue. The money stays on hold for up to a day, then it’s refunded.",
  },
  limit: { title: "Daily limit reached", text: "The remaining rows continue automatically after midnight." },
  room: { title: "The queue is full", text: "The remaining rows continue automatically when there’s room." },
  service: { title: "Buying is paused right now", text: "The remaining rows continue automatically." },
  price: {
    title: "Prices changed",
    text: "The remaining rows weren’t charged. Check the new prices, then continue.",
  },
  restricted: {
    title: "Buying isn’t allowed right now",
    text: "The remaining rows weren’t charged. Continue when your account, or the helper who made this batch, may buy again.",
  },
} as const;
