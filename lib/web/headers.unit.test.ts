import { expect, test } from "vitest";
import { contentSecurityPolicy, securityHeaders } from "./headers.ts";

const live = { secure: true, development: false };
const scripts = (policy: string) => /script-src ([^;]*)/.exec(policy)?.[1] ?? "";

test("only scripts with this answer's nonce run", () => {
  const allowed = scripts(contentSecurityPolicy("abc", live));
  expect(allowed).toContain("'nonce-abc'");
  expect(allowed).not.toMatch(/unsafe-(inline|eval)|https?:|\*/);
});

test("nothing frames a page, moves its base, or takes its forms elsewhere", () => {
  const policy = contentSecurityPolicy("abc", live);
  for (const part of [
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ]) {
    expect(policy).toContain(part);
  }
});

test("TLS is insisted on where there is TLS, and nowhere else", () => {
  expect(securityHeaders(live)["Strict-Transport-Security"]).toMatch(/^max-age=\d{8}; includeSubDomains$/);
  expect(securityHeaders({ ...live, secure: false })).not.toHaveProperty("Strict-Transport-Security");
  expect(contentSecurityPolicy("abc", { ...live, secure: false })).not.toContain("upgrade-insecure-requests");
});

test("our own forms can still say where they come from", () => {
  expect(securityHeaders(live)["Referrer-Policy"]).toBe("same-origin");
});
