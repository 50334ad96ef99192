import type { Metadata } from "next";
import { announcementsNow } from "#lib/announcement/announcement-list";
import { env } from "#lib/core/env";
import { formatMs } from "#lib/core/time";
import { type Delivering, type NetworkState, networkStates } from "#lib/report/network-states";
import { currentCtx } from "#lib/web/actor";
import { markUnavailable } from "#lib/web/mark-unavailable";
import { Announcements } from "../../ui/announcements.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Mark } from "../../ui/mark.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import type { Tone } from "../../ui/purchase-words.ts";
import { Time } from "../../ui/time.tsx";

export const metadata: Metadata = { title: "How the networks deliver" };

/** How each network delivers now, from real answers, for everybody. */
export default async function StatusPage() {
  const ctx = await currentCtx();
  const [{ buying, countedAt, networks }, announcements] = await markUnavailable(
    Promise.all([networkStates(ctx), announcementsNow(ctx)]),
  );
  return (
    <div className="mx-auto min-h-dvh max-w-3xl px-4 pb-12 md:px-8">
      <header className="mb-6 flex min-h-16 items-center">
        <PageLink href="/" className="inline-flex min-h-11 items-center gap-2.5 font-semibold text-lg">
          <Mark className="size-7" />
          {env().PORTAL_NAME}
        </PageLink>
      </header>
      <main className="grid gap-5">
        <div>
          <h1 className="font-semibold text-2xl">How the networks deliver</h1>
          <p className="mt-1 text-muted">
            Counted from what the networks answered to purchases made here, <Time at={countedAt} />. What
            fails is not paid for.
          </p>
        </div>
        <Announcements announcements={announcements} />
        {!buying && (
          <Notice kind="warn" title="Buying is paused at the moment">
            What was bought before is still delivered, or its money comes back.
          </Notice>
        )}
        {networks.length === 0 ? (
          <p className="text-muted">No network is known yet. Look again in a minute.</p>
        ) : (
          <ul className="grid gap-4 md:grid-cols-2">
            {networks.map((network) => (
              <Network key={network.id} network={network} />
            ))}
          </ul>
        )}
      </main>
    </div>
  );
}

function Network({ network }: { network: NetworkState }) {
  const { name, off, hour, day } = network;
  const { word, tone } = verdict(network);
  return (
    <li className="min-w-0 rounded-lg border border-line bg-surface p-4 md:p-5">
      <div className="flex items-center gap-3">
        <NetworkTile name={name} />
        <h2 className="min-w-0 flex-1 truncate font-semibold">{name}</h2>
        <Badge tone={tone} icon>
          {word}
        </Badge>
      </div>
      {off && <p className="mt-3">{off}</p>}
      {hour || day ? (
        <table className="mt-4 w-full table-fixed text-sm">
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
            {LINES.map(({ label, cell }) => (
              <tr key={label}>
                <th scope="row" className="py-2 text-left font-normal text-muted">
                  {label}
                </th>
                {[hour, day].map((one, n) => (
                  <td key={n === 0 ? "hour" : "day"} className="py-2 text-right font-medium tabular-nums">
                    {one ? cell(one) : <TooFew />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="mt-3 text-muted text-sm">Fewer than five were bought in the last day.</p>
      )}
    </li>
  );
}

/** Shares as they can be claimed: 99.6 % is not all of it, and one in a thousand is not none. */
function percent(share: number): string {
  if (share > 0.99 && share < 1) return "over 99 %";
  if (share > 0 && share < 0.01) return "under 1 %";
  return `${Math.round(share * 100)} %`;
}

const LINES: { label: string; cell: (one: Delivering) => string }[] = [
  { label: "Delivered", cell: ({ delivered }) => percent(delivered) },
  { label: "Failed", cell: ({ failed }) => percent(failed) },
  { label: "No clear answer", cell: ({ unclear }) => percent(unclear) },
  { label: "Usually takes", cell: ({ medianMs }) => (medianMs === null ? "–" : formatMs(medianMs)) },
  { label: "Longest", cell: ({ slowestMs }) => (slowestMs === null ? "–" : formatMs(slowestMs)) },
];

function TooFew() {
  return (
    <>
      <span aria-hidden className="text-faint">
        –
      </span>
      <span className="sr-only">too few to tell</span>
    </>
  );
}

function verdict({ off, hour, day }: NetworkState): { word: string; tone: Tone } {
  if (off) return { word: "Not sold now", tone: "plain" };
  const latest = hour ?? day;
  if (!latest) return { word: "Quiet", tone: "plain" };
  if (latest.delivered >= 0.95) return { word: "Delivers", tone: "good" };
  if (latest.delivered >= 0.7) return { word: "Delivers most", tone: "unsure" };
  return { word: "In trouble", tone: "bad" };
}
