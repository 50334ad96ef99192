import { buildFundPath } from "#app/(reseller)/paths.ts";
import { TopUpLink } from "#app/(reseller)/top-up-link";
import { StateBadge } from "#app/ui/badge";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { Gauge } from "#app/ui/icon/icons.ts";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { EmptyState } from "#app/ui/list/empty-state";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { Money } from "#app/ui/money";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { Time } from "#app/ui/time";
import { isPinRequired } from "#lib/account/pin/require-pin";
import type { Ctx } from "#lib/core/context";
import { createFormRef } from "#lib/core/form-ref";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { pluralise } from "#lib/core/text/pluralise";
import { getBalance } from "#lib/ledger/wallet";
import { getUpgrade, type UpgradeView } from "#lib/upgrade/get-upgrade";
import { BuyUpgradeForm, RequestUpgradeForm } from "./upgrade-forms.tsx";

type NextLevel = NonNullable<UpgradeView["next"]>;
type Upgrade = UpgradeView["requests"][number];

/** The next level: what it would have saved, how to get it, and earlier requests. `done`: the result of a form. */
export async function LevelSection({ ctx, done }: { ctx: Ctx; done: string | undefined }) {
  const { level, next, requests, requestableFrom } = await getUpgrade(ctx);
  const pending = requests.find(({ state }) => state === "pending");
  return (
    <section aria-labelledby="level" className="grid gap-5">
      <div>
        <h2 id="level" className="font-semibold text-lg">
          Level
        </h2>
        <p className="text-muted">Your level is {LEVEL_LABELS[level]}. It sets the prices you pay.</p>
      </div>
      <ResultBanner done={done} level={LEVEL_LABELS[level]} />
      {next ? (
        <>
          <Saving next={next} />
          {pending ? (
            <PendingBanner upgrade={pending} />
          ) : (
            <Ways ctx={ctx} level={level} next={next} requestableFrom={requestableFrom} />
          )}
        </>
      ) : (
        <EmptyState icon={Gauge} title="No higher level yet">
          You have the best prices on offer. A higher level shows here when there’s one.
        </EmptyState>
      )}
      {requests.length > 0 && <UpgradeHistory upgrades={requests} />}
    </section>
  );
}

function ResultBanner({ done, level }: { done: string | undefined; level: string }) {
  if (done === "approved")
    return (
      <Banner kind="good" title={`Your level is ${level}`}>
        Its prices apply from your next purchase.
      </Banner>
    );
  if (done === "pending")
    return (
      <Banner kind="good" title="Request sent">
        We’ll tell you the decision here and by notification.
      </Banner>
    );
  return null;
}

function Saving({ next: { level, savings } }: { next: NextLevel }) {
  const { current, previous } = savings;
  const name = LEVEL_LABELS[level];
  // Who hasn’t bought yet would read that nothing is saved.
  if (current.count === 0 && previous.saving <= 0n) return null;
  return (
    <Card>
      <p className="text-muted">With {name} prices, you’d have saved this month</p>
      <p className="mt-1">
        <Money text={formatMoney(current.saving > 0n ? current.saving : 0n)} size="hero" />
      </p>
      <p className="mt-2 text-muted">
        {current.count === 0
          ? "No deliveries this month yet."
          : `On ${pluralise(current.count, "delivery", "deliveries")} for ${formatMoney(current.spent)}.`}
      </p>
      {previous.saving > 0n && (
        <p className="mt-3 border-line border-t pt-3">
          Last month: <Money text={formatMoney(previous.saving)} className="font-semibold" />
        </p>
      )}
    </Card>
  );
}

interface WaysProps {
  ctx: Ctx;
  level: UpgradeView["level"];
  next: NextLevel;
  /** Null where it can be requested now. */
  requestableFrom: Date | null;
}

/** The ways to the next level: by volume, for a price, or on request. */
async function Ways({ ctx, level, next, requestableFrom }: WaysProps) {
  const hidden = { ref: createFormRef(), from: level, level: next.level };
  const name = LEVEL_LABELS[next.level];
  const free = next.volume !== null && next.reached >= next.volume;
  return (
    <>
      {next.volume !== null && (
        <VolumeCard volume={next.volume} reached={next.reached} name={name}>
          {free && <RequestUpgradeForm hidden={hidden} submit={`Switch to ${name}`} />}
        </VolumeCard>
      )}
      {next.price !== null && !free && (
        <PriceCard
          ctx={ctx}
          price={next.price}
          name={name}
          hidden={hidden}
          volume={next.volume}
          monthly={next.savings.recent.saving}
        />
      )}
      {next.price === null && !free && requestableFrom && (
        <Banner title="Your last request was rejected">
          The reason is below. You can request {name} again from{" "}
          <strong className="font-semibold">
            <Time at={requestableFrom} />
          </strong>
          .
        </Banner>
      )}
      {next.price === null && !free && !requestableFrom && (
        <Card title={`Request ${name}`}>
          <p className="mb-4 text-muted">We look at your sales and tell you the decision. It’s free.</p>
          <RequestUpgradeForm hidden={hidden} submit={`Request ${name}`} />
        </Card>
      )}
    </>
  );
}

interface VolumeCardProps {
  volume: bigint;
  reached: bigint;
  name: string;
  children: React.ReactNode;
}

function VolumeCard({ volume, reached, name, children }: VolumeCardProps) {
  const share = reached >= volume ? 100 : Number((reached * 100n) / volume);
  const missing = volume - reached;
  return (
    <Card title={`Free when you buy ${formatMoney(volume)} of data in 30 days`}>
      {reached > 0n && (
        <p>
          You’ve bought <Money text={formatMoney(reached)} className="font-semibold" /> of data in the last 30
          days.{" "}
          {missing > 0n
            ? `Buy ${formatMoney(missing)} more to get ${name} for free.`
            : `${name} is free for you.`}
        </p>
      )}
      <div aria-hidden className="mt-3 mb-1 h-2 overflow-hidden rounded-full bg-sunken">
        <div className="h-full rounded-full bg-accent" style={{ width: `${share}%` }} />
      </div>
      {children && <div className="mt-4">{children}</div>}
    </Card>
  );
}

interface PriceCardProps extends Pick<WaysProps, "ctx"> {
  price: bigint;
  volume: bigint | null;
  name: string;
  hidden: Record<string, string>;
  /** The saving that it would have brought in the last 30 days; below zero where it would have cost more. */
  monthly: bigint;
}

async function PriceCard({ ctx, price, name, hidden, volume, monthly }: PriceCardProps) {
  const [{ wallet }, asksPin] = await Promise.all([getBalance(ctx), isPinRequired(ctx)]);
  const missing = price - wallet;
  return (
    <Card title={volume === null ? `Buy ${name}` : `Or buy ${name} now`}>
      {monthly > 0n && (
        <>
          <p className="mb-1 text-muted text-sm">At what you bought in the last 30 days:</p>
          <dl className="mb-4 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 [&>dd]:text-right">
            <dt>Saves a month</dt>
            <dd className="font-medium">about {formatMoney(monthly)}</dd>
            <dt>Pays for itself</dt>
            <dd className="font-medium">{formatPayback(price, monthly)}</dd>
          </dl>
        </>
      )}
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 [&>dd]:text-right">
        <dt className="self-center font-medium">You pay once</dt>
        <dd>
          <Money text={formatMoney(price)} size="xl" />
        </dd>
        <dt className="text-muted text-sm">Wallet now</dt>
        <dd className="text-muted text-sm">{formatMoney(wallet)}</dd>
        {missing <= 0n && <dt className="text-muted text-sm">Wallet after</dt>}
        {missing <= 0n && <dd className="text-sm">{formatMoney(-missing)}</dd>}
      </dl>
      <div className="mt-4">
        {missing > 0n ? (
          <Banner
            kind="warn"
            title={`You need ${formatMoney(missing)} more`}
            action={<TopUpLink href={buildFundPath({ amount: formatDecimal(missing), next: "/earn" })} />}
          >
            Then come back here to buy {name}.
          </Banner>
        ) : (
          <BuyUpgradeForm
            hidden={{ ...hidden, price: formatDecimal(price) }}
            asksPin={asksPin}
            submit={`Pay ${formatMoney(price)} for ${name}`}
            isWorthIt={price <= monthly * MAX_PAYBACK_MONTHS}
          />
        )}
      </div>
    </Card>
  );
}

/** A price that takes longer than this to come back isn't what the page recommends. */
const MAX_PAYBACK_MONTHS = 12n;

/** Says when the price comes back at the saving of a month: "in about 2 months". */
function formatPayback(price: bigint, monthly: bigint): string {
  const months = (price + monthly - 1n) / monthly;
  if (months <= 1n) return "within a month";
  return months <= MAX_PAYBACK_MONTHS ? `in about ${months} months` : "in more than a year";
}

function PendingBanner({ upgrade: { level, requestedAt } }: { upgrade: Upgrade }) {
  return (
    <Banner title={`Request for ${LEVEL_LABELS[level]} in review`}>
      You asked <Time at={requestedAt} />. We’ll tell you the decision here and by notification.
    </Banner>
  );
}

const STATE_LABELS: Record<Upgrade["state"], StateLabel> = {
  pending: { word: "In review", tone: "wait" },
  approved: { word: "Approved", tone: "good" },
  rejected: { word: "Rejected", tone: "bad" },
  ended: { word: "Ended", tone: "plain" },
};

function UpgradeHistory({ upgrades }: { upgrades: readonly Upgrade[] }) {
  return (
    <Card title="Earlier requests" padded={false}>
      <RowList label="Earlier requests">
        {upgrades.map(({ id, level, price, state, reason, requestedAt }) => (
          <ListRow
            key={id}
            title={LEVEL_LABELS[level]}
            note={
              <>
                <Time at={requestedAt} />
                {reason && <span className="whitespace-normal">. {reason}</span>}
              </>
            }
            value={price === null ? undefined : formatMoney(price)}
            state={<StateBadge {...STATE_LABELS[state]} />}
          />
        ))}
      </RowList>
    </Card>
  );
}
