import { PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { cleanText } from "#lib/core/text/foreign-text";
import type { Dialect } from "#lib/upstream/dialect";
import { type PlanList, TokenRejected } from "#lib/upstream/plan-list";
import { authenticate } from "./authenticate.ts";
import { type ParsedPlanList, parsePlanList } from "./parse-plan-list.ts";
import { parseResponseBody } from "./parse-response-body.ts";

type Exchange = Parameters<Dialect["fetchPlans"]>[0];

const PATHS = { filtered: "/api/data-plans-prices/filtered", plain: "/api/data_plans" } as const;
const MAX_REASON_LENGTH = 200;

/**
 * Fetches every plan from the filtered list, which has each level's price, else from the plain one, which
 * has not (interface: Filtered list, Plain list).
 * @throws PortalError unavailable, with a message for admins, when neither list can be fetched or trusted.
 */
export async function fetchPlans(exchange: Exchange, token: string): Promise<PlanList> {
  const filtered = await fetchList("filtered", exchange, token);
  if ("networks" in filtered) return { source: "filtered", ...filtered };
  log.warn("upstream.filtered_list_missing", { reason: filtered.reason });
  const plain = await fetchList("plain", exchange, token);
  if ("networks" in plain) return { source: "plain", ...plain };
  const isRejected = isTokenRejected(filtered) && isTokenRejected(plain);
  throw new PortalError(
    "unavailable",
    filtered.reason === plain.reason
      ? `The upstream gave no plan list: ${withFullStop(plain.reason)}`
      : `The upstream gave no plan list. Filtered list: ${withFullStop(filtered.reason)} Plain list: ${withFullStop(plain.reason)}`,
    isRejected ? { cause: new TokenRejected() } : {},
  );
}

const withFullStop = (text: string) => (/[.!?]”?$/.test(text) ? text : `${text}.`);

const isTokenRejected = ({ status }: { status?: number }) => status === 401;

async function fetchList(
  source: keyof typeof PATHS,
  exchange: Exchange,
  token: string,
): Promise<ParsedPlanList> {
  const result = await exchange({ method: "GET", path: PATHS[source], headers: authenticate(token) });
  if (result.kind !== "response") return { reason: result.reason };
  if (result.status === 200) return parsePlanList(result.text);
  return { reason: describeRejection(result.status, result.text), status: result.status };
}

/** Describes a rejection with its text: that of an address list names the portal's address, to be added. */
function describeRejection(status: number, body: string): string {
  const text = cleanText(parseResponseBody(body).messages.join(" "), MAX_REASON_LENGTH);
  return text ? `HTTP ${status}, “${text}”` : `HTTP ${status}`;
}
