import { FILE_BYTES } from "#lib/bulk/read-file";
import { PICTURE_BYTES } from "#lib/core/picture-limits";
import { type BodyBudget, createBodyBudget } from "./body-budget.ts";

/** Limits of a request body. */
export interface BodyLimit {
  bytes: number;
  /** Parts of a multipart form, or fields of a URL-encoded one. */
  parts: number;
  /** The most time between a request's head and the end of its body, in ms. */
  timeoutMs: number;
  /** Bounds the sum of all bodies of this kind. */
  budget: BodyBudget;
  /** The page that explains why an upload was refused. Other requests are answered with 413. */
  tooLargeLocation?: string;
}

const MB = 1024 * 1024;
/** Boundaries, headers and text fields of a form with a file. */
const FORM_OVERHEAD_BYTES = 10_000;

// Separate budgets: a flood of uploads leaves forms alone, and neither can stop payment providers.
const form = { bytes: 100_000, parts: 200, timeoutMs: 20_000, budget: createBodyBudget(24 * MB) };
const upload = { parts: 20, timeoutMs: 60_000, budget: createBodyBudget(48 * MB) };
const webhook = { bytes: 256 * 1024, parts: 200, timeoutMs: 20_000, budget: createBodyBudget(16 * MB) };
const list = { ...upload, bytes: FILE_BYTES + FORM_OVERHEAD_BYTES };
const picture = { ...upload, bytes: PICTURE_BYTES + FORM_OVERHEAD_BYTES };
/** Forms with a pasted list or a price grid. The framework itself refuses server actions above 1 MB. */
const longForm = { ...form, bytes: MB };

/** The first match applies; paths that the framework resolves in another way get the limit of `form`. */
const LIMITS: readonly (readonly [RegExp, BodyLimit])[] = [
  [/^\/api\/payments\//, webhook],
  [/^\/api\//, { ...form, bytes: 10_000, parts: 20 }],
  [/^\/s\//, { ...form, bytes: 20_000, parts: 50 }],
  [/^\/bulk\/send\/?$/, { ...list, tooLargeLocation: "/bulk?wrong=large" }],
  [/^\/customers\/import\/send\/?$/, { ...list, tooLargeLocation: "/customers/import?wrong=large" }],
  [/^\/wallet\/fund\/send\/?$/, { ...picture, tooLargeLocation: "/wallet/fund?wrong=large" }],
  [/^\/storefront\/shop\/logo\/?$/, { ...picture, tooLargeLocation: "/storefront/shop?logo=large#logo" }],
  [/^\/(bulk|customers\/import)\/?$/, longForm],
  [/^\/admin\//, { ...longForm, parts: 5_000 }],
];

/** Finds the body limit of a request by its URL's path. */
export function findBodyLimit(url: string): BodyLimit {
  const path = url.replace(/\?.*$/s, "");
  return LIMITS.find(([pattern]) => pattern.test(path))?.[1] ?? form;
}
