import type { UpstreamFault } from "./fault.ts";

/** Common faults by name. `-delivered` means that the purchase was executed anyway. */
export const FAULT_PRESETS = {
  none: {},
  slow: { delayMs: 8_000 },
  "slow-answer": { answerDelayMs: 8_000 },
  "hold-before": { hold: "before" },
  "hold-after": { hold: "after" },

  fail: { execute: "fail" },
  "fail-keep": { execute: "fail-keep" },
  "provider-text": { answer: "provider-text" },
  pending: { execute: "pending" },
  "late-delivery": { later: { outcome: "deliver", afterMs: 5_000 } },
  "late-failure": { later: { outcome: "fail", afterMs: 5_000 } },
  processing: { answer: "processing" },
  "processing-delivered": { answer: "processing", execute: "deliver" },
  "hang-late-delivery": { answer: "hang", later: { outcome: "deliver", afterMs: 5_000 } },

  hang: { answer: "hang" },
  "hang-delivered": { answer: "hang", execute: "deliver" },
  reset: { answer: "reset" },
  "lost-answer": { answer: "reset", execute: "deliver" },
  "lost-failure": { answer: "reset", execute: "fail" },
  close: { answer: "close" },
  "close-delivered": { answer: "close", execute: "deliver" },
  cut: { answer: "cut" },
  stall: { answer: "stall" },

  "server-error": { answer: "server-error" },
  "server-error-delivered": { answer: "server-error", execute: "deliver" },
  "bad-gateway": { answer: "bad-gateway" },
  "bad-gateway-delivered": { answer: "bad-gateway", execute: "deliver" },
  "not-found": { answer: "not-found" },
  html: { answer: "html" },
  "html-delivered": { answer: "html", execute: "deliver" },
  redirect: { answer: "redirect" },
  "redirect-delivered": { answer: "redirect", execute: "deliver" },
  "too-many": { answer: "too-many" },
  conflict: { answer: "conflict" },
  empty: { answer: "empty" },
  "empty-delivered": { answer: "empty", execute: "deliver" },
  huge: { answer: "huge" },
  "invalid-json": { answer: "invalid-json" },

  balance: { answer: "balance" },
  "daily-limit": { answer: "daily-limit" },
  kyc: { answer: "kyc" },
  "negative-wallet": { answer: "negative-wallet" },
  unavailable: { answer: "unavailable" },
  "invalid-plan": { answer: "invalid-plan" },
  unauthorized: { answer: "unauthorized" },
  forbidden: { answer: "forbidden" },

  flat: { dialect: { envelope: "flat" } },
  "upper-status": { dialect: { statusKey: "status", statusCase: "upper" } },
  "success-word": { dialect: { successWord: "success" } },
  "null-network": { dialect: { nullNetwork: true } },
} as const satisfies Record<string, UpstreamFault>;

export type FaultName = keyof typeof FAULT_PRESETS;

/** A fault by name, or written out. A written-out one may extend a preset: `{...presets.slow, delayMs: 50}`. */
export type FaultOrder = FaultName | UpstreamFault;
