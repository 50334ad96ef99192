import {
  chooseBatchPlanAction,
  confirmBatchRowsAction,
  startBatchAction,
} from "#app/(reseller)/batches/actions.ts";
import { buildPlanOptions } from "#app/(reseller)/buy/options.ts";
import { PlanSelect } from "#app/(reseller)/buy/plan-select";
import { buildFundPath } from "#app/(reseller)/paths.ts";
import { TopUpLink } from "#app/(reseller)/top-up-link";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { cx } from "#app/ui/cx.ts";
import { ActionButton } from "#app/ui/form/action-button";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { PinField } from "#app/ui/form/password-field";
import type { SelectOption } from "#app/ui/form/select";
import { SubmitButton } from "#app/ui/form/submit-button";
import { formatCount } from "#app/ui/format-count.ts";
import { getMarginClass } from "#app/ui/margin-class.ts";
import { Money } from "#app/ui/money";
import { BannerLink, PageLink } from "#app/ui/page/page-link";
import { BalanceToggle, PrivateMoney, PrivateText } from "#app/ui/private-money";
import { isConfirmable } from "#lib/batch/batch-draft";
import type { BatchDetail } from "#lib/batch/batch-view";
import { PROBLEM_LABELS } from "#lib/batch/check-batch-rows";
import { formatPlanLabel } from "#lib/catalogue/plan-label";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { formatDuration } from "#lib/core/time/time";

/** Whether rows are to be repaired, which comes before paying for the rest. */
export const isRepairFirst = ({ rows, right }: BatchDetail) => rows > right.count;

/** Whether the wallet pays for at least one row. */
const isPayable = ({ right, wallet }: BatchDetail) => right.count > 0 && wallet >= right.cheapest;

interface ConfirmationProps {
  batch: BatchDetail;
  asksPin: boolean;
  /** Whether the wallet's page is open to the reader. */
  mayFund: boolean;
}

export function BatchConfirmation({ batch, asksPin, mayFund }: ConfirmationProps) {
  const { id, version, right, earns, otherNetwork, rows, wallet, secondsPerRow } = batch;
  const missing = right.total - wallet;
  const left = rows - right.count;
  const isLoss = earns.profit < 0n;
  return (
    <ActionForm action={startBatchAction} id="confirm" hidden={{ id, version }} className="gap-4">
      <FormStatus />
      {right.repriced > 0 && (
        <Banner kind="warn" title="Prices changed">
          {right.repriced === 1 ? "1 row has" : `${formatCount(right.repriced)} rows have`} a new price.
          Nothing was charged.
        </Banner>
      )}
      <section
        aria-label="Check before you buy"
        hidden={right.count === 0}
        className="overflow-hidden rounded-lg border border-line bg-surface"
      >
        {left > 0 && (
          <p className="border-line border-b px-4 py-2.5 md:px-5">
            {`${formatCount(right.count)} of ${formatRowCount(rows)} ready, `}
            <PageLink
              href={`/batches/${id}?show=problem#rows`}
              className="font-medium underline underline-offset-4"
            >
              {`${formatCount(left)} to repair`}
            </PageLink>
          </p>
        )}
        <dl className="grid grid-cols-[auto_1fr] gap-y-1 px-4 py-3 md:px-5 [&>dd]:text-right">
          <dt className="flex items-center gap-1 font-medium">
            You pay <BalanceToggle />
          </dt>
          <dd className="self-center">
            <PrivateMoney text={formatMoney(right.total)} size="xl" />
          </dd>
          {left === 0 && <dt className="text-muted text-sm">Rows</dt>}
          {left === 0 && <dd className="text-sm">{formatCount(rows)}</dd>}
          <dt className="text-muted text-sm">Wallet now</dt>
          <dd className="text-sm">
            <PrivateMoney text={formatMoney(wallet)} />
          </dd>
          {missing <= 0n && <dt className="text-muted text-sm">Wallet after</dt>}
          {missing <= 0n && (
            <dd className="text-sm">
              <PrivateMoney text={formatMoney(-missing)} />
            </dd>
          )}
          <Gain earns={earns} count={right.count} />
        </dl>
      </section>
      {otherNetwork > 0 && (
        <Banner
          kind="warn"
          title={`${otherNetwork === 1 ? "1 number looks" : `${formatCount(otherNetwork)} numbers look`} like another network’s`}
          action={<BannerLink href={`/batches/${id}?show=right#rows`}>Check rows</BannerLink>}
        >
          A plan works on its own network only. Delivered data can’t be returned.
        </Banner>
      )}
      {isLoss && (
        <Banner
          kind="warn"
          title={<PrivateText otherwise="You lose money">You lose {formatMoney(-earns.profit)}</PrivateText>}
          action={<BannerLink href={`/batches/${id}?show=right`}>Check prices</BannerLink>}
        >
          Your customers pay less than you do. Nothing was charged.
        </Banner>
      )}
      {missing > 0n && (
        <Banner
          kind="warn"
          title={
            <>
              You need <PrivateText otherwise="money">{formatMoney(missing)} more</PrivateText> to buy all
              rows
            </>
          }
          action={
            mayFund && (
              <TopUpLink
                href={buildFundPath({ amount: formatDecimal(missing), next: `/batches/${id}` })}
                amount={<PrivateText otherwise="wallet">{formatMoney(missing)}</PrivateText>}
                variant={isPayable(batch) ? "secondary" : "primary"}
                className="w-full sm:w-auto"
              />
            )
          }
        >
          {isPayable(batch)
            ? "If you start now, rows are bought from the top until your balance is used up. The batch then waits for a top-up."
            : "Nothing was charged."}
        </Banner>
      )}
      {right.count === 0 && (
        <p className="text-muted text-sm">None of these rows can be bought. Each row shows the reason.</p>
      )}
      {isPayable(batch) && (
        <>
          {asksPin && <PinField />}
          <SubmitButton
            size="lg"
            wide
            variant={isLoss || isRepairFirst(batch) ? "secondary" : "primary"}
            pendingText="Starting"
          >
            {missing > 0n ? (
              "Buy what the wallet pays for"
            ) : (
              <span>
                Buy {formatCount(right.count)}
                <PrivateText> for {formatMoney(right.total)}</PrivateText>
              </span>
            )}
          </SubmitButton>
          <p className="text-center text-muted text-sm">
            {left > 0 && `${left === 1 ? "1 row is" : `${formatCount(left)} rows are`} left out. `}
            {`Sending takes ${formatDuration(right.count * secondsPerRow)} or more. Delivered data can’t be returned.`}
          </p>
        </>
      )}
    </ActionForm>
  );
}

/** The sum that the reseller keeps, or the way to their prices. */
function Gain({ earns, count }: { earns: BatchDetail["earns"]; count: number }) {
  if (earns.count === 0)
    return (
      <>
        <dt className="self-center text-muted text-sm">You keep</dt>
        <dd>
          <PageLink
            href="/prices"
            className="inline-flex min-h-11 items-center font-medium text-accent text-sm"
          >
            Set your prices
          </PageLink>
        </dd>
      </>
    );
  const isLoss = earns.profit < 0n;
  return (
    <>
      <dt className="text-muted text-sm">Customers pay</dt>
      <dd className="text-sm">
        {formatMoney(earns.sellingPrice)}
        {earns.count < count && <span className="text-muted">{` for ${formatRowCount(earns.count)}`}</span>}
      </dd>
      <PrivateText>
        <dt className="font-medium">{isLoss ? "You lose" : "You keep"}</dt>
        <dd className={cx("font-semibold", getMarginClass(earns.profit))}>
          {formatMoney(isLoss ? -earns.profit : earns.profit)}
        </dd>
      </PrivateText>
    </>
  );
}

interface ProblemsProps {
  batch: BatchDetail;
  /** Names of networks by id. */
  networks: ReadonlyMap<number, string>;
  plans: SelectOption[];
}

/** The problems of a batch by reason, with actions for many rows at once. */
export function BatchProblems({ batch, networks, plans }: ProblemsProps) {
  const { id, problems, unclear, right, wallet } = batch;
  if (problems.length === 0)
    return right.count > 0 && wallet >= right.total ? <Banner kind="good">All rows are ready.</Banner> : null;
  // The unclear plans have a card of their own.
  const otherProblems = problems.filter(({ problem }) => unclear.every((plan) => plan.problem !== problem));
  return (
    <div className="grid min-w-0 gap-5">
      {unclear.length > 0 && (
        <Card title="Unclear plans">
          <ul className="grid gap-5">
            {unclear.map((text, n) => (
              <li key={`${text.texts.join()} ${text.networkId}`}>
                <ActionForm
                  action={chooseBatchPlanAction}
                  id={`plan-${n}`}
                  hidden={{ id, plan: text.texts.join("\n"), networkId: text.networkId ?? "" }}
                  className="gap-2"
                >
                  <FormStatus />
                  <UnclearPlan
                    {...text}
                    network={networks.get(text.networkId ?? 0) ?? (unclear.length > 1 ? "other numbers" : "")}
                    plans={plans}
                  />
                </ActionForm>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {otherProblems.length > 0 && (
        <Card title="To repair" padded={false}>
          <ul className="divide-y divide-line">
            {otherProblems.map(({ problem, count }) => (
              <li
                key={problem}
                className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 md:px-5"
              >
                <p className="min-w-0 flex-1 basis-52">
                  <PageLink
                    href={`/batches/${id}?show=problem#rows`}
                    className="font-medium underline underline-offset-4"
                  >
                    {formatRowCount(count)}
                  </PageLink>
                  <span className="block text-muted text-sm">{PROBLEM_LABELS[problem]}</span>
                </p>
                {isConfirmable(problem) && (
                  <ActionButton
                    action={confirmBatchRowsAction}
                    id={`mean-${problem}`}
                    hidden={{ id, problem }}
                    variant="secondary"
                  >
                    Buy anyway
                  </ActionButton>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

/** As many plans as these are buttons with their whole name, one tap each; more are a list. */
const MAX_BUTTONS = 6;

type UnclearPlanProps = BatchDetail["unclear"][number] & {
  /** Of the numbers; empty where it isn't known of any. */
  network: string;
  plans: SelectOption[];
};

function UnclearPlan({ texts, problem, count, candidates, network, plans }: UnclearPlanProps) {
  // Without the network that `resolvePlansByNetwork` adds.
  const sizes = texts.map((text) =>
    network && text.endsWith(` ${network}`) ? text.slice(0, -network.length - 1) : text,
  );
  const names = [...new Set(sizes)].filter(Boolean).map((text) => `“${text}”`);
  const text = names.length > 0 ? names.join(", ") : "No plan";
  const label = `${[text, network].filter(Boolean).join(", ")}: ${formatRowCount(count)}`;
  const reason =
    candidates.length > 0 && problem === "plan"
      ? `${network} sells no such plan. Choose one.`
      : names.length > 0 && candidates.length === 0 && PROBLEM_LABELS[problem];
  if (candidates.length > 0 && candidates.length <= MAX_BUTTONS)
    return (
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-medium text-sm">
          {label}
          {reason && <span className="block text-muted">{reason}</span>}
        </legend>
        <div className="grid gap-2">
          {candidates.map((candidate) => (
            <SubmitButton
              key={candidate.id}
              name="planId"
              value={String(candidate.id)}
              variant="secondary"
              className="px-3! text-left [&>span]:flex-1"
            >
              <span className="min-w-0 flex-1 font-medium">{formatPlanLabel(candidate)}</span>
              <PrivateText>
                <Money text={formatMoney(candidate.price)} />
              </PrivateText>
            </SubmitButton>
          ))}
        </div>
      </fieldset>
    );
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-60">
        <PlanSelect
          label={label}
          name="planId"
          empty={candidates.length > 0 ? "Choose one of these plans" : "Choose a plan"}
          options={candidates.length > 0 ? buildPlanOptions(candidates) : plans}
        />
      </div>
      <SubmitButton variant="secondary">Use plan</SubmitButton>
      {reason && <p className="basis-full text-muted text-sm">{reason}</p>}
    </div>
  );
}

const formatRowCount = (count: number) => (count === 1 ? "1 row" : `${formatCount(count)} rows`);
