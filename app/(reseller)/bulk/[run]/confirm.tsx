import { Plus } from "lucide-react";
import type { RunDetail } from "#lib/bulk/run-view";
import { decimalText, formatMoney } from "#lib/core/money";
import { saySpan } from "#lib/core/time";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { countText } from "../../../ui/count-text.ts";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Money } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PinField } from "../../../ui/pin-field.tsx";
import { PlainIcon } from "../../../ui/plain-icon.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { fundPath } from "../../wallet/fund/fund-path.ts";
import { begin } from "../actions.ts";

/** The last look: how many, what they cost, what is left. One button buys. */
export function Confirm({ run, asksPin }: { run: RunDetail; asksPin: boolean }) {
  const { id, version, right, earns, rows, wallet, secondsPerRow } = run;
  const missing = right.total - wallet;
  const left = rows - right.count;
  return (
    <ActionForm action={begin} id="confirm" hidden={{ id, version }} className="gap-4">
      <FormAnswer />
      {right.repriced > 0 && (
        <Notice kind="warn" title="Prices changed">
          {right.repriced === 1 ? "One row costs" : `${countText(right.repriced)} rows cost`} something else
          than when you looked. Nothing was charged.
        </Notice>
      )}
      <section
        aria-label="Check before you buy"
        className="overflow-hidden rounded-lg border border-line bg-surface"
      >
        <dl className="grid grid-cols-[auto_1fr] gap-y-1 px-4 py-3 md:px-5 [&>dd]:text-right">
          <dt className="self-center font-medium">You pay</dt>
          <dd>
            <Money text={formatMoney(right.total)} size="xl" />
          </dd>
          <dt className="text-muted text-sm">Rows</dt>
          <dd className="text-sm">
            {left === 0 ? countText(rows) : `${countText(right.count)} of ${countText(rows)}`}
          </dd>
          <dt className="text-muted text-sm">Wallet now</dt>
          <dd className="text-sm">{formatMoney(wallet)}</dd>
          {missing <= 0n && <dt className="text-muted text-sm">Wallet after</dt>}
          {missing <= 0n && <dd className="text-sm">{formatMoney(-missing)}</dd>}
          {earns.count > 0 && <dt className="text-muted text-sm">You earn</dt>}
          {earns.count > 0 && (
            <dd className="text-sm">
              {formatMoney(earns.profit)}
              {earns.count < right.count && (
                <span className="text-muted">
                  {` on ${countText(earns.count)} ${earns.count === 1 ? "row" : "rows"}`}
                </span>
              )}
            </dd>
          )}
        </dl>
      </section>
      {missing > 0n && (
        <Notice
          kind="warn"
          title={`You need ${formatMoney(missing)} more for all of them`}
          action={
            <ButtonLink
              href={fundPath({ amount: decimalText(missing), next: `/bulk/${id}` })}
              variant="secondary"
              className="w-full sm:w-auto"
            >
              <PlainIcon icon={Plus} />
              Add money
            </ButtonLink>
          }
        >
          Begun now, it buys from the top, and waits for money when yours is used up.
        </Notice>
      )}
      {right.count === 0 && (
        <p className="text-muted text-sm">No row can be bought as it stands. Each one says why.</p>
      )}
      {right.count > 0 && (
        <>
          {asksPin && <PinField />}
          <SubmitButton size="lg" wide pendingText="Beginning">
            {`Buy ${countText(right.count)} for ${formatMoney(right.total)}`}
          </SubmitButton>
          <p className="text-center text-muted text-sm">
            {left > 0 &&
              `${left === 1 ? "One row is" : `${countText(left)} rows are`} left out as things stand. `}
            {`Sending takes ${saySpan(right.count * secondsPerRow)} or more. Data cannot be taken back.`}
          </p>
        </>
      )}
    </ActionForm>
  );
}
