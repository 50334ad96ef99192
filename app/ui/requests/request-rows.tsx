import { Badge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { CopyButton } from "#app/ui/copy-button";
import { cx } from "#app/ui/cx.ts";
import type { Filter } from "#app/ui/list/list-filters";
import { PageLink } from "#app/ui/page/page-link";
import type { Tone } from "#app/ui/purchase/purchase-labels.ts";
import { Time } from "#app/ui/time";
import type { RequestView } from "#lib/api/request-log/request-list";
import { formatMs } from "#lib/core/time/time";

export const REQUEST_FILTERS: readonly Filter[] = [
  {
    name: "status",
    label: "Status",
    options: {
      successful: "Successful (2xx, 3xx)",
      rejected: "Rejected (4xx)",
      failed: "Failed (5xx)",
    },
  },
  { name: "method", label: "Method", options: { GET: "GET", POST: "POST" } },
  { name: "mode", label: "Mode", options: { live: "Live", test: "Test" } },
  { name: "replays", label: "Reference", options: { late: "Of an older purchase" } },
];

interface Props {
  requests: readonly RequestView[];
  purchases: "/purchases" | "/admin/purchases";
}

export function RequestRows({ requests, purchases }: Props) {
  return (
    <Card padded={false}>
      <ul aria-label="Requests" className="divide-y divide-line">
        {requests.map((request) => (
          <RequestRow key={request.requestId} request={request} purchases={purchases} />
        ))}
      </ul>
    </Card>
  );
}

function RequestRow({ request, purchases }: { request: RequestView; purchases: Props["purchases"] }) {
  const { at, requestId, method, path, status, durationMs, error, test, token, address, lateReplay } =
    request;
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
      <div className="min-w-0">
        <p className="flex items-baseline gap-2">
          <Badge tone={getStatusTone(status)}>{status}</Badge>
          <code className="wrap-anywhere min-w-0 font-mono text-sm">
            <span className="font-semibold">{method}</span> {path}
          </code>
          {test && <Badge>Test</Badge>}
        </p>
        {lateReplay && (
          <p className="mt-1 text-sm">
            Nothing was bought: the reference is of an older purchase. Send a new one for each purchase.
          </p>
        )}
        {error !== null && (
          <p className={cx("wrap-anywhere mt-1 text-sm", status < 500 ? "text-ink" : "text-bad")}>{error}</p>
        )}
        <p className="wrap-anywhere mt-1 text-muted text-sm">
          <RefText request={request} purchases={purchases} />
          Token {token}
          {address !== null && `, from ${address}`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 text-muted text-sm md:flex-col md:items-end">
        <span>
          <Time at={at} /> · {formatMs(durationMs)}
        </span>
        <span className="flex items-center gap-1">
          <code className="font-mono text-xs">{requestId}</code>
          <CopyButton text={requestId} what={`request ID ${requestId}`} />
        </span>
      </div>
    </li>
  );
}

/** The ref of a request, as a link where it names a purchase. */
function RefText({ request: { ref, purchase }, purchases }: { request: RequestView; purchases: string }) {
  if (ref === null) return null;
  if (purchase === null) return `Reference ${ref} · `;
  return (
    <>
      Reference{" "}
      <PageLink href={`${purchases}/${purchase}`} className="text-ink underline underline-offset-4">
        {ref}
      </PageLink>
      {" · "}
    </>
  );
}

function getStatusTone(status: number): Tone {
  if (status < 400) return "good";
  return status < 500 ? "unsure" : "bad";
}
