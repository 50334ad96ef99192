import { MAX_IMAGE_BYTES } from "#lib/drawing/image-limits";
import { MAX_FILE_BYTES } from "#lib/spreadsheet/bad-list";
import { type BodyBudget, createBodyBudget } from "./body-budget.ts";

export interface BodyLimit {
  bytes: number;
  /** Parts of a multipart form, or fields of a URL-encoded one. */
  parts: number;
  /** The maximum time between a request's head and the end of its body, in ms. */
  timeoutMs: number;
  /** Bounds the sum of all bodies of this kind. */
  budget: BodyBudget;
  /** The page that explains why an upload was rejected. Other requests get a 413. */
  tooLargeLocation?: string;
}

const MB = 1024 * 1024;
/** Boundaries, headers and text fields of a form with a file. */
const FORM_OVERHEAD_BYTES = 10_000;

// Separate budgets: a flood of uploads leaves forms alone, and neither can stop payment providers.
const formLimit = { bytes: 100_000, parts: 200, timeoutMs: 20_000, budget: createBodyBudget(24 * MB) };
const uploadLimit = { parts: 20, timeoutMs: 60_000, budget: createBodyBudget(48 * MB) };
const webhookLimit = { bytes: 256 * 1024, parts: 200, timeoutMs: 20_000, budget: createBodyBudget(16 * MB) };
const listLimit = { ...uploadLimit, bytes: MAX_FILE_BYTES + FORM_OVERHEAD_BYTES };
const imageLimit = { ...uploadLimit, bytes: MAX_IMAGE_BYTES + FORM_OVERHEAD_BYTES };
/** Forms with a pasted list or a price grid. The framework itself rejects server actions above 1 MB. */
const longFormLimit = { ...formLimit, bytes: MB };

/** The first match applies; paths that the framework resolves in another way get the limit of `form`. */
const LIMITS: readonly (readonly [RegExp, BodyLimit])[] = [
  [/^\/api\/(payments|messages)\//, webhookLimit],
  [/^\/api\//, { ...formLimit, bytes: 10_000, parts: 20 }],
  [/^\/s\//, { ...formLimit, bytes: 20_000, parts: 50 }],
  [/^\/batches\/send\/?$/, { ...listLimit, tooLargeLocation: "/batches?wrong=large" }],
  [/^\/customers\/import\/send\/?$/, { ...listLimit, tooLargeLocation: "/customers/import?wrong=large" }],
  [/^\/wallet\/fund\/send\/?$/, { ...imageLimit, tooLargeLocation: "/wallet/fund?wrong=large" }],
  [/^\/shop\/details\/logo\/?$/, { ...imageLimit, tooLargeLocation: "/shop/details?logo=large#logo" }],
  [/^\/(batches|customers\/import)\/?$/, longFormLimit],
  [/^\/admin\//, { ...longFormLimit, parts: 5_000 }],
];

/** Finds the body limit of a request by its URL's path. */
export function findBodyLimit(url: string): BodyLimit {
  const path = url.replace(/\?.*$/s, "");
  return LIMITS.find(([pattern]) => pattern.test(path))?.[1] ?? formLimit;
}
