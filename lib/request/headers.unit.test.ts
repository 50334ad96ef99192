import { expect, test } from "vitest";
import { buildContentSecurityPolicy, buildSecurityHeaders } from "./headers.ts";

const live = { secure: true, development: false };
const scripts = (policy: string) => /script-src ([^;]*)/.exec(policy)?.[1] ?? "";

test("allows only scripts with this response's nonce", () => {
  const allowed = scripts(buildContentSecurityPolicy("abc", live));
  expect(allowed).toContain("'nonce-abc'");
  expect(allowed).not.toMatch(/unsafe-(inline|eval)|https?:|\*/);
});

test("forbids framing, another base, and forms to other sites", () => {
  const policy = buildContentSecurityPolicy("abc", live);
  for (const part of [
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ]) {
    expect(policy).toContain(part);
  }
});

test("requires TLS only when served over TLS", () => {
  // Of this name alone: what else is below it may not speak TLS.
  expect(buildSecurityHeaders(live)["Strict-Transport-Security"]).toMatch(/^max-age=\d{8}$/);
  expect(buildSecurityHeaders({ ...live, secure: false })).not.toHaveProperty("Strict-Transport-Security");
  expect(buildContentSecurityPolicy("abc", { ...live, secure: false })).not.toContain(
    "upgrade-insecure-requests",
  );
});

test("keeps the Origin of the portal's forms", () => {
  expect(buildSecurityHeaders(live)["Referrer-Policy"]).toBe("same-origin");
});
