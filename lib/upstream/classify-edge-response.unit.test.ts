import { expect, test } from "vitest";
import { classifyEdgeResponse } from "./classify-edge-response.ts";

const EDGE = { server: "cloudflare", "cf-ray": "8f1c2d3e4f5a6b7c-LOS" };

const classify = (
  status: number,
  text = `error code: ${status}`,
  { headers = {}, tookMs = 300 }: { headers?: Record<string, string | string[]>; tookMs?: number } = {},
) =>
  classifyEdgeResponse({ kind: "response", status, headers: { ...EDGE, ...headers }, tookMs, text })?.result;

const page = (title: string) => `<!DOCTYPE html><html><head><title>${title}</title></head></html>`;
const formatError = (error_code: number) => JSON.stringify({ cloudflare_error: true, error_code });
const CHALLENGE = { headers: { "cf-mitigated": "challenge" } };

test.each([521, 522, 523, 525, 526])("a %i never reached the supplier", (status) => {
  expect(classify(status)).toBe("unsent");
  expect(classify(status, page(`api.example | ${status}: Web server is down`))).toBe("unsent");
  expect(classify(status, JSON.stringify({ cloudflare_error: true, status }))).toBe("unsent");
  expect(classify(status, "", { headers: { "set-cookie": ["__cf_bm=x", "_cfuvid=y"] } })).toBe("unsent");
});

test.each([
  [403, page("Just a moment..."), CHALLENGE],
  [429, page("Just a moment..."), CHALLENGE],
  [503, page("Just a moment..."), CHALLENGE],
  [403, "error code: 1010", {}],
  [403, "<h1><span>Error</span>\n<span>1020</span></h1>", {}],
  [403, formatError(1020), { headers: { "cf-cache-status": "NONE" } }],
  [530, "error code: 1016", {}],
  [530, formatError(1033), {}],
])("a %i that Cloudflare made itself is unsent: %s", (status, text, more) => {
  expect(classify(status, text, more)).toBe("unsent");
});

test("Cloudflare's own rate limit is throttled, for as long as it says", () => {
  expect(classify(429, "error code: 1015")).toBe("throttled");
  const headers = { ...EDGE, "retry-after": "30" };
  const response = { kind: "response", status: 429, headers, tookMs: 1, text: formatError(1015) } as const;
  expect(classifyEdgeResponse(response)).toMatchObject({ result: "throttled", retryAfterMs: 30_000 });
});

test.each([
  ["an unknown failure of the supplier's server", 520, "error code: 520", {}],
  ["a supplier that took too long", 524, "error code: 524", {}],
  ["a gateway", 502, "error code: 502", {}],
  ["a gateway's time-out", 504, "error code: 504", {}],
  ["a program at the edge that failed", 500, "error code: 1101", {}],
  ["530 without its code", 530, "error code: 530", {}],
  ["530 of a program at the edge", 530, "error code: 1101", {}],
  ["a request that wasn't acknowledged in 90 s", 522, "error code: 522", { tookMs: 91_000 }],
  ["the supplier's own body", 521, '{"data":{"Status":"successful"}}', {}],
  ["the supplier's own list", 521, "[]", {}],
  ["a mark of the supplier's program", 521, "error code: 521", { headers: { "x-powered-by": "PHP/8.3" } }],
  ["the supplier's rate limits", 521, "error code: 521", { headers: { "x-ratelimit-limit": "60" } }],
  ["the supplier's cookie", 521, "error code: 521", { headers: { "set-cookie": ["laravel_session=x"] } }],
  ["another proxy", 521, "error code: 521", { headers: { via: "1.1 varnish" } }],
  ["a copy through another server", 521, "error code: 521", { headers: { server: "nginx" } }],
  ["two rays", 521, "error code: 521", { headers: { "cf-ray": "8f1c-LOS, 8f1d-LOS" } }],
  ["no ray", 521, "error code: 521", { headers: { "cf-ray": "" } }],
  ["a 403 without a code", 403, page("Forbidden"), {}],
  ["the supplier's own 403", 403, '{"status":false,"message":"Your IP is not whitelisted"}', {}],
  [
    "a copied challenge",
    403,
    page("Just a moment..."),
    { headers: { ...CHALLENGE.headers, "cf-cache-status": "DYNAMIC" } },
  ],
  ["a copied refusal", 521, "error code: 521", { headers: { "cf-cache-status": "DYNAMIC" } }],
  ["a copied block", 403, "error code: 1020", { headers: { "cf-cache-status": "BYPASS" } }],
  ["the supplier's own 429", 429, '{"message":"Too Many Attempts."}', {}],
  ["a 429 without a code", 429, page("429 Too Many Requests"), {}],
  ["a copied rate limit", 429, "error code: 1015", { headers: { "cf-cache-status": "DYNAMIC" } }],
  ["a success that calls itself challenged", 200, page("Just a moment..."), CHALLENGE],
])("%s proves nothing", (_, status, text, more) => {
  expect(classify(status, text, more)).toBeUndefined();
});
