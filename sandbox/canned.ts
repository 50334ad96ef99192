import {
  type Answer,
  dailyLimitMessage,
  invalid,
  messages,
  notWhitelisted,
  page,
  serverError,
  tooMany,
  unauthenticated,
} from "./answers.ts";
import type { AnswerKind, Fault } from "./fault.ts";
import type { Exchange } from "./receive.ts";
import type { World } from "./world.ts";

const defaultLimitMinor = 5_000_000n;

/** The answer that a fault puts in place of the true one, or null when it leaves that alone. */
export function canned(world: World, exchange: Exchange, fault: Fault | null): Answer | null {
  const kind = fault?.answer;
  return (kind && table(world, exchange, fault)[kind]?.()) ?? null;
}

function table({ settings }: World, { entry }: Exchange, fault: Fault) {
  const status = (message: string) => invalid({ status: [message] });
  const answers: Partial<Record<AnswerKind, () => Answer>> = {
    empty: () => ({ status: 200, body: "" }),
    "server-error": () => serverError(fault.text ?? "SQLSTATE[HY000] [2002] Connection refused"),
    "bad-gateway": () => page(502, "502 Bad Gateway"),
    "not-found": () => page(404, "404 Not Found"),
    html: () => page(200, "We will be back soon"),
    redirect: () => page(307, "307 Temporary Redirect", { location: entry.path }),
    "too-many": () => tooMany(fault.retryAfterS === undefined ? 2 : fault.retryAfterS),
    conflict: () => ({ status: 409, body: { message: fault.text ?? "Duplicate transaction." } }),
    processing: () => status(fault.text ?? messages.processing),
    "provider-text": () =>
      status(fault.text ?? "Transaction failed: the recipient is not eligible for this plan."),
    balance: () => invalid({ [settings.insufficientKey]: [messages.balance] }),
    "daily-limit": () => status(dailyLimitMessage(settings.dailyLimitMinor ?? defaultLimitMinor)),
    kyc: () => status(messages.kyc),
    "negative-wallet": () => status(messages["negative-wallet"]),
    unavailable: () => status(messages.unavailable),
    "invalid-plan": () => invalid({ plan: ["The selected plan is invalid."] }),
    unauthorized: () => unauthenticated,
    forbidden: () => notWhitelisted(entry.remoteAddress),
  };
  return answers;
}
