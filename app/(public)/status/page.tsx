import { PublicFooter } from "#app/(public)/public-footer";
import { PublicHeader } from "#app/(public)/public-header";
import { StateBadge } from "#app/ui/badge";
import { Banner } from "#app/ui/banner";
import { DescriptionList } from "#app/ui/description-list";
import { Disclosure } from "#app/ui/disclosure";
import { NetworkTile } from "#app/ui/network-tile";
import { PageBanners } from "#app/ui/page/page-banners";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { formatPercent, TIME_LINES } from "#app/ui/settlement-times.ts";
import { Time } from "#app/ui/time";
import { TONE_TEXT_CLASS, ToneIcon } from "#app/ui/tone-icon";
import { formatMs } from "#lib/core/time/time";
import { listBanners } from "#lib/home/page-frame";
import { modules } from "#lib/modules";
import {
  type DeliveryRate,
  getNetworkStates,
  MIN_SAMPLES,
  type NetworkState,
  USUAL_SHARE,
} from "#lib/monitoring/network-states";
import { getCurrentCtx } from "#lib/request/actor";
import { markUnavailable } from "#lib/request/mark-unavailable";
import { getSettlementTimes, type SettlementTimes } from "#lib/sales/settlement-times";

export const metadata = { title: "Network status" };

export default async function StatusPage() {
  const ctx = await getCurrentCtx();
  const [{ buying, countedAt, networks }, banners, times] = await markUnavailable(
    Promise.all([getNetworkStates(ctx), listBanners(ctx, modules), getSettlementTimes(ctx, { days: 30 })]),
  );
  return (
    <div className="mx-auto min-h-dvh max-w-3xl px-4 pb-6 md:px-8">
      <PublicHeader />
      <main className="grid gap-5">
        <div>
          <h1 className="font-semibold text-2xl">Network status</h1>
          <p className="mt-1 text-muted">
            From purchases made here, without those to unsuitable numbers, counted <Time at={countedAt} />.
            Failed purchases are refunded.
          </p>
        </div>
        <PageBanners banners={banners} />
        <Headline networks={networks} />
        {!buying && (
          <Banner kind="warn" title="Buying is paused right now">
            Earlier purchases are still delivered or refunded.
          </Banner>
        )}
        {networks.length === 0 ? (
          <p className="text-muted">No networks yet. Check again in a minute.</p>
        ) : (
          <ul className="grid gap-4 md:grid-cols-2">
            {networks.map((network) => (
              <NetworkCard key={network.id} network={network} />
            ))}
          </ul>
        )}
        <RefundTimes times={times} />
      </main>
      <PublicFooter />
    </div>
  );
}

const NAMES = new Intl.ListFormat("en-GB");

/** The networks by their state, the worst first: a glance answers whether data is delivered. */
function Headline({ networks }: { networks: readonly NetworkState[] }) {
  const byState = Map.groupBy(networks, (network) => getNetworkState(network).word);
  const states = STATES.filter(({ word, tone }) => tone !== "plain" && byState.has(word));
  if (states.length === 0) return null;
  return (
    <ul className="grid gap-2 rounded-lg border border-line bg-surface p-4 text-lg md:px-5">
      {states.map(({ word, tone }) => (
        <li key={word} className="flex items-center gap-3">
          <span className={TONE_TEXT_CLASS[tone]}>
            <ToneIcon tone={tone} className="size-6" />
          </span>
          <span>
            <span className="font-semibold">{word}:</span>{" "}
            {NAMES.format((byState.get(word) ?? []).map(({ name }) => name))}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Shows how fast money comes back, where there are enough purchases to say so. */
function RefundTimes({ times: { days, refund, decision } }: { times: SettlementTimes }) {
  const parts = [
    { title: "Failed: time to the refund", note: "Goal: 30 seconds.", times: refund },
    { title: "Unconfirmed: time to the decision", note: "Goal: 24 hours.", times: decision },
  ].filter(({ times }) => times);
  if (parts.length === 0) return null;
  return (
    <section className="grid gap-4">
      <h2 className="font-semibold text-lg">Refunds in the last {days} days</h2>
      <div className="grid gap-4 md:grid-cols-2">
        {parts.map(({ title, note, times }) => (
          <div key={title} className="min-w-0 rounded-lg border border-line bg-surface p-4 md:p-5">
            <h3 className="font-semibold">{title}</h3>
            <p className="text-muted text-sm">{note}</p>
            {times && (
              <DescriptionList facts={TIME_LINES.map(({ label, cell }) => ({ label, value: cell(times) }))} />
            )}
          </div>
        ))}
      </div>
    </section>
  );
}

function NetworkCard({ network }: { network: NetworkState }) {
  const { name, off, paused, hour, day } = network;
  const latest = hour ?? day;
  return (
    <li className="min-w-0 rounded-lg border border-line bg-surface p-4 md:p-5">
      <div className="flex items-center gap-3">
        <NetworkTile name={name} />
        <h2 className="min-w-0 flex-1 truncate font-semibold">{name}</h2>
        <StateBadge {...getNetworkState(network)} />
      </div>
      {off && <p className="mt-3">{off}</p>}
      {!off &&
        paused.map(({ what, since, probeAt }) => (
          <p key={what} className="mt-3">
            {what} hasn’t been sold since <Time at={since} />, because purchases failed. It’s back as soon as
            one is delivered
            {probeAt ? (
              <>
                , at the earliest <Time at={probeAt} />
              </>
            ) : (
              ""
            )}
            .
          </p>
        ))}
      {latest ? (
        <>
          <p className="mt-3">
            {latest.medianMs !== null && `Usually in ${formatMs(latest.medianMs)}. `}
            <span className="text-muted">
              {`${formatPercent(latest.delivered)} delivered in the last ${hour ? "hour" : "day"}.`}
            </span>
          </p>
          <Disclosure title="Figures" className="-mb-2">
            <table className="mb-2 w-full table-fixed text-sm">
              <caption className="sr-only">{name}, in the last hour and the last day</caption>
              <thead>
                <tr className="text-muted">
                  <td />
                  <th scope="col" className="w-20 pb-1 text-right font-normal">
                    Last hour
                  </th>
                  <th scope="col" className="w-20 pb-1 text-right font-normal">
                    Last day
                  </th>
                </tr>
              </thead>
              <tbody className="divide-y divide-line border-line border-t">
                {STATUS_LINES.map(({ label, cell }) => (
                  <tr key={label}>
                    <th scope="row" className="py-2 text-left font-normal text-muted">
                      {label}
                    </th>
                    {[hour, day].map((rate, n) => (
                      <td key={n === 0 ? "hour" : "day"} className="py-2 text-right font-medium tabular-nums">
                        {rate ? cell(rate) : <InsufficientData />}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </Disclosure>
        </>
      ) : (
        <p className="mt-3 text-muted text-sm">Fewer than {MIN_SAMPLES} purchases in the last day.</p>
      )}
    </li>
  );
}

const STATUS_LINES: { label: string; cell: (rate: DeliveryRate) => string }[] = [
  { label: "Delivered", cell: ({ delivered }) => formatPercent(delivered) },
  { label: "Failed", cell: ({ failed }) => formatPercent(failed) },
  { label: "Unconfirmed", cell: ({ unclear }) => formatPercent(unclear) },
  { label: "Typical time", cell: ({ medianMs }) => (medianMs === null ? "–" : formatMs(medianMs)) },
  { label: "Longest time", cell: ({ slowestMs }) => (slowestMs === null ? "–" : formatMs(slowestMs)) },
];

function InsufficientData() {
  return (
    <>
      <span aria-hidden className="text-faint">
        –
      </span>
      <span className="sr-only">too few to tell</span>
    </>
  );
}

/** The states of a network, the worst first. */
const STATES = [
  { word: "Disrupted", tone: "bad" },
  { word: "Partly paused", tone: "bad" },
  { word: "Some failures", tone: "unsure" },
  { word: "Delivering", tone: "good" },
  { word: "Not for sale", tone: "plain" },
  { word: "Too few to say", tone: "plain" },
] as const satisfies readonly StateLabel[];

const [DISRUPTED, PAUSED, FAILING, DELIVERING, OFF, QUIET] = STATES;

function getNetworkState({ off, paused, hour, day }: NetworkState): StateLabel {
  if (off) return OFF;
  if (paused.length > 0) return PAUSED;
  const latest = hour ?? day;
  if (!latest) return QUIET;
  if (latest.delivered >= USUAL_SHARE) return DELIVERING;
  return latest.delivered >= 0.7 ? FAILING : DISRUPTED;
}
