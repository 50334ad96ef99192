import { ResponseKind, type UpstreamFault } from "./fault.ts";

/** A fault for each kind of response, by its name. */
const RESPONSE_PRESETS = Object.fromEntries(
  ResponseKind.options.map((answer): [ResponseKind, UpstreamFault] => [answer, { answer }]),
) as Record<ResponseKind, UpstreamFault>;

/** Common faults by name. `-delivered` means that the purchase was executed anyway. */
export const FAULT_PRESETS = {
  ...RESPONSE_PRESETS,
  none: {},
  slow: { delayMs: 8_000 },
  "slow-answer": { answerDelayMs: 8_000 },
  "hold-before": { hold: "before" },
  "hold-after": { hold: "after" },

  fail: { execute: "fail" },
  "fail-keep": { execute: "fail-keep" },
  pending: { execute: "pending" },
  "late-delivery": { later: { outcome: "deliver", afterMs: 5_000 } },
  "late-failure": { later: { outcome: "fail", afterMs: 5_000 } },
  "hang-late-delivery": { answer: "hang", later: { outcome: "deliver", afterMs: 5_000 } },

  "processing-delivered": { answer: "processing", execute: "deliver" },
  "hang-delivered": { answer: "hang", execute: "deliver" },
  "lost-answer": { answer: "reset", execute: "deliver" },
  "lost-failure": { answer: "reset", execute: "fail" },
  "close-delivered": { answer: "close", execute: "deliver" },
  "server-error-delivered": { answer: "server-error", execute: "deliver" },
  "bad-gateway-delivered": { answer: "bad-gateway", execute: "deliver" },
  "html-delivered": { answer: "html", execute: "deliver" },
  "redirect-delivered": { answer: "redirect", execute: "deliver" },
  "empty-delivered": { answer: "empty", execute: "deliver" },

  flat: { dialect: { envelope: "flat" } },
  "upper-status": { dialect: { statusKey: "status", statusCase: "upper" } },
  "success-word": { dialect: { successWord: "success" } },
  "null-network": { dialect: { nullNetwork: true } },
} as const satisfies Record<string, UpstreamFault>;

export type FaultName = keyof typeof FAULT_PRESETS;

/**
 * A fault by name, or written out. A written-out one may extend a preset: `{...presets.slow, delayMs: 50}`.
 */
export type FaultOrder = FaultName | UpstreamFault;
