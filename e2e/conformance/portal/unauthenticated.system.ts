import { callApi } from "#e2e/conformance/call-api";
import { expect, test } from "#e2e/conformance/fixtures";
import { closeAccount } from "#lib/account/close-account";
import { createToken } from "#lib/account/token/create-token";
import { rotateToken } from "#lib/account/token/rotate-token";
import { generateToken } from "#lib/account/token/token";
import { revokeToken } from "#lib/reseller/revoke-token";

const ENDPOINTS = [
  ["GET", "/api/data_plans"],
  ["GET", "/api/data-plans-prices/filtered"],
  ["POST", "/api/data"],
  ["POST", "/api/data/x401"],
  ["GET", "/api/data/x401"],
  ["GET", "/api/transactions"],
  ["GET", "/api/balance"],
] as const;

/** Removes the parts that differ in each response: the date, the request id and the nonce. */
function headersAsObject(headers: Headers): Record<string, string> {
  const { date: _date, "x-request-id": _id, ...rest } = Object.fromEntries(headers);
  return {
    ...rest,
    "content-security-policy": (rest["content-security-policy"] ?? "").replace(/nonce-[^']+/g, ""),
  };
}

test("returns the same complete 401 for unknown, malformed, revoked, expired and missing tokens", async ({
  portal,
}) => {
  const ctx = portal.system.database.systemCtx;
  const usual = await portal.open();
  const issue = (resellerId: number) => createToken(ctx, { resellerId, name: "Ends" });
  const [revoked, ended, closed] = [
    await issue(usual.resellerId),
    await issue(usual.resellerId),
    await portal.open(),
  ];
  await revokeToken(ctx, { id: revoked.id });
  await rotateToken(ctx, { id: ended.id, overlapHours: 0 });
  await closeAccount(ctx, { accountId: closed.resellerId, reason: "left" });
  const unknown = generateToken(false);
  const tokens = {
    unknown,
    malformed: `${unknown.slice(0, -1)}!`,
    mistyped: `${unknown.slice(0, 20)}${unknown[20] === "a" ? "b" : "a"}${unknown.slice(21)}`,
    "that is no token": "x",
    revoked: revoked.token,
    ended: ended.token,
    "of a closed account": closed.token,
  };
  for (const [method, path] of ENDPOINTS) {
    const ask = async (Authorization: string | undefined) => {
      const { status, headers, body } = await callApi(usual, path, {
        method,
        headers: { Authorization },
        ...(method === "POST" && { body: { plan: 1 } }),
      });
      return { status, body, headers: headersAsObject(headers) };
    };
    const none = await ask(undefined);
    expect([none.status, none.body, none.headers["www-authenticate"]]).toEqual([
      401,
      { message: "Unauthenticated." },
      "Bearer",
    ]);
    for (const [what, token] of Object.entries(tokens)) {
      expect([what, path, await ask(`Bearer ${token}`)]).toEqual([what, path, none]);
    }
  }
});
