import type { ResponseKind, UpstreamFault } from "./fault.ts";
import type { SandboxExchange } from "./receive.ts";
import {
  BUSINESS_MESSAGES,
  formatDailyLimitMessage,
  htmlResponse,
  invalidResponse,
  notWhitelistedResponse,
  type SandboxResponse,
  serverErrorResponse,
  tooManyResponse,
  UNAUTHENTICATED_RESPONSE,
} from "./responses.ts";
import type { SandboxWorld } from "./world.ts";

const DEFAULT_LIMIT_MINOR = 5_000_000n;

/** Creates the response that a fault puts in place of the true one, or null when it leaves that unchanged. */
export function faultResponse(
  world: SandboxWorld,
  exchange: SandboxExchange,
  fault: UpstreamFault | null,
): SandboxResponse | null {
  const kind = fault?.answer;
  return (kind && buildFaultResponses(world, exchange, fault)[kind]?.()) ?? null;
}

function buildFaultResponses({ settings }: SandboxWorld, { entry }: SandboxExchange, fault: UpstreamFault) {
  const status = (message: string) => invalidResponse({ status: [message] });
  const answers: Partial<Record<ResponseKind, () => SandboxResponse>> = {
    empty: () => ({ status: 200, body: "" }),
    "server-error": () => serverErrorResponse(fault.text ?? "SQLSTATE[HY000] [2002] Connection refused"),
    "bad-gateway": () => htmlResponse(502, "502 Bad Gateway"),
    "not-found": () => htmlResponse(404, "404 Not Found"),
    html: () => htmlResponse(200, "We will be back soon"),
    redirect: () => htmlResponse(307, "307 Temporary Redirect", { location: entry.path }),
    "too-many": () => tooManyResponse(fault.retryAfterS === undefined ? 2 : fault.retryAfterS),
    conflict: () => ({ status: 409, body: { message: fault.text ?? "Duplicate transaction." } }),
    processing: () => status(fault.text ?? BUSINESS_MESSAGES.processing),
    "provider-text": () =>
      status(fault.text ?? "Transaction failed: the recipient is not eligible for this plan."),
    balance: () => invalidResponse({ [settings.insufficientKey]: [BUSINESS_MESSAGES.balance] }),
    "daily-limit": () => status(formatDailyLimitMessage(settings.dailyLimitMinor ?? DEFAULT_LIMIT_MINOR)),
    kyc: () => status(BUSINESS_MESSAGES.kyc),
    "negative-wallet": () => status(BUSINESS_MESSAGES["negative-wallet"]),
    unavailable: () => status(BUSINESS_MESSAGES.unavailable),
    "invalid-plan": () => invalidResponse({ plan: ["The selected plan is invalid."] }),
    unauthorized: () => UNAUTHENTICATED_RESPONSE,
    forbidden: () => notWhitelistedResponse(entry.remoteAddress),
  };
  return answers;
}
