import { notFound, redirect } from "next/navigation";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { createTestDatabase } from "#db/testing";
import { createAdmin } from "#lib/account/admins";
import { closeAccount } from "#lib/account/close-account";
import { createReseller } from "#lib/account/reseller/create-reseller";
import { signOut } from "#lib/account/session/end-sessions";
import {
  addReseller,
  openTestSession,
  signInWithoutCode,
  TEST_PASSWORD,
  visitorContext,
} from "#lib/account/testing/test-accounts";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireReseller } from "#lib/core/context";
import { defineAction, defineServiceAction } from "./action.ts";
import {
  getCurrentCtx,
  getCurrentVisit,
  type RouteAudience,
  requireAdminPage,
  requireResellerPage,
} from "./actor.ts";
import { clearSessionCookie, setSessionCookie } from "./cookie.ts";
import { sealFormSecrets } from "./form-secrets.ts";
import { defineRoute } from "./route.ts";
import { clearCookies, getCookie, setRequestHeaders } from "./testing/next-headers.ts";

vi.mock("next/headers", () => import("./testing/next-headers.ts"));

const db = await createTestDatabase();
process.env.DATABASE_URL = db.url;
afterAll(() => db.close());

const HOME = { host: "localhost:3000", origin: "http://localhost:3000" };
beforeEach(() => {
  clearCookies();
  setRequestHeaders(HOME);
});

const NAME = "next-auth.session-token";
const send = (
  audience: RouteAudience,
  fields: Record<string, string> = {},
  work: (ctx: Ctx) => unknown = (ctx) => ctx.actor,
) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return defineAction(z.object({}), async (ctx) => work(ctx), { audience })(null, form);
};
const asReseller = async () => {
  const reseller = await addReseller(db);
  const entered = await openTestSession(db, reseller.email);
  await setSessionCookie(entered.secret);
  return { ...reseller, ...entered };
};
const asAdmin = async (email: string) => {
  await createAdmin(db.systemCtx, { email, name: "Ada", password: TEST_PASSWORD });
  await setSessionCookie((await openTestSession(db, email)).secret);
};
const asNewcomer = async (email: string) => {
  const { password = "" } = await createReseller(db.systemCtx, { email, name: "New", level: "api" });
  await setSessionCookie(await signInWithoutCode(visitorContext(db), { email, password }));
};

describe("the actor", () => {
  test("is read from the cookie, and the address from the connection", async () => {
    const { id, email } = await asReseller();
    setRequestHeaders({ "x-peer-address": "::ffff:203.0.113.9", "x-forwarded-for": "1.1.1.1" });
    expect(await getCurrentCtx()).toMatchObject({
      actor: { kind: "reseller", id, email },
      address: "203.0.113.9",
    });
  });

  test("is a visitor without a cookie, with a forged one, and with one of another secret", async () => {
    expect((await getCurrentCtx()).actor).toEqual({ kind: "visitor" });
    const { encode } = await import("next-auth/jwt");
    const { secret } = await openTestSession(db, (await addReseller(db)).email);
    const sealed = await encode({ token: { secret }, secret: "somebody else's secret of enough characters" });
    const { cookies } = await import("./testing/next-headers.ts");
    for (const value of ["", "x", secret, sealed]) {
      (await cookies()).set(NAME, value, {});
      expect((await getCurrentCtx()).actor).toEqual({ kind: "visitor" });
    }
  });

  test("is a visitor after sign-out, even with the old cookie", async () => {
    const { ctx } = await asReseller();
    await signOut(ctx);
    expect((await getCurrentCtx()).actor).toEqual({ kind: "visitor" });
  });
});

describe("the cookie", () => {
  test("carries the secret sealed, out of reach of scripts and other sites", async () => {
    const { secret } = await asReseller();
    const cookie = getCookie(NAME);
    expect(cookie?.options).toMatchObject({ httpOnly: true, sameSite: "lax", path: "/", secure: false });
    expect(cookie?.value).not.toContain(secret);
  });

  test("is removed on sign-out", async () => {
    await asReseller();
    await clearSessionCookie();
    expect(getCookie(NAME)).toMatchObject({ value: "", options: { maxAge: 0 } });
  });
});

describe("an action", () => {
  test.each([
    ["visitor", ["visitor"]],
    ["reseller", ["visitor", "person", "reseller", "newcomer"]],
    ["admin", ["visitor", "person", "admin", "newcomer"]],
    ["newcomer", ["visitor", "newcomer"]],
  ] as const)("lets a %s call only its own audiences: %j", async (someone, allowed) => {
    if (someone === "reseller") await asReseller();
    if (someone === "admin") await asAdmin("ada@kiosk.test");
    if (someone === "newcomer") await asNewcomer("new@kiosk.test");
    const all: RouteAudience[] = ["visitor", "person", "reseller", "admin", "newcomer"];
    const done = [];
    for (const audience of all) if ((await send(audience))?.ok) done.push(audience);
    expect(done).toEqual(allowed);
  });

  test("asks to sign in again when the session is over, and keeps the typed values", async () => {
    expect(await send("reseller", { phone: "0803", password: "x" })).toMatchObject({
      ok: false,
      code: "unauthenticated",
      values: { phone: "0803" },
    });
  });

  test("rejects a closed reseller at the next call", async () => {
    const { id } = await asReseller();
    expect(await send("reseller")).toMatchObject({ ok: true });
    await closeAccount(db.systemCtx, { accountId: id, reason: "left" });
    expect(await send("reseller")).toMatchObject({ ok: false, code: "unauthenticated" });
  });

  test.each([
    [{ host: HOME.host }],
    [{ ...HOME, origin: "null" }],
    [{ ...HOME, origin: "http://evil.test" }],
  ])("that comes with %o does nothing", async (headers) => {
    await asReseller();
    setRequestHeaders(headers);
    const work = vi.fn();
    expect(await send("reseller", {}, work)).toMatchObject({ ok: false, code: "forbidden" });
    expect(work).not.toHaveBeenCalled();
  });

  test("runs as a visitor while the password is a generated one", async () => {
    await asNewcomer("new2@kiosk.test");
    expect(await send("visitor", {}, (ctx) => requireReseller(ctx))).toMatchObject({
      code: "unauthenticated",
    });
  });

  test("passes redirects and not-found on", async () => {
    await expect(send("visitor", {}, () => redirect("/home"))).rejects.toMatchObject({
      digest: expect.stringContaining("/home"),
    });
    await expect(send("visitor", {}, () => notFound())).rejects.toMatchObject({
      digest: expect.stringContaining("404"),
    });
  });
});

describe("a page", () => {
  const outcome = (page: Promise<unknown>) =>
    page.then(
      () => "shown",
      (error) => String(error.digest),
    );

  test("of resellers is shown to resellers, not found for admins, and sends visitors to sign in", async () => {
    setRequestHeaders({ "x-path": "/purchases?state=failed" });
    expect(await outcome(requireResellerPage())).toContain("/sign-in?next=%2Fpurchases%3Fstate%3Dfailed");
    await asReseller();
    expect(await outcome(requireResellerPage())).toBe("shown");
    expect(await outcome(requireAdminPage())).toContain("404");
    await asAdmin("ada2@kiosk.test");
    expect(await outcome(requireResellerPage())).toContain("404");
    expect(await outcome(requireAdminPage())).toBe("shown");
  });

  test("sends an account with a generated password to choose its own", async () => {
    await asNewcomer("new3@kiosk.test");
    expect(await outcome(requireResellerPage())).toContain("/choose-password");
    expect(await outcome(requireAdminPage())).toContain("/choose-password");
    expect((await getCurrentVisit()).session?.passwordGenerated).toBe(true);
  });
});

describe("a route", () => {
  const get = defineRoute(async (ctx) => Response.json(ctx.actor.kind), { audience: "reseller" });
  const call = (method: string, headers: Record<string, string> = {}) =>
    get(new Request("http://localhost:3000/x", { method, headers }), undefined);

  test("responds to allowed callers, and returns errors as JSON to others", async () => {
    const rejected = await call("GET");
    expect([rejected.status, await rejected.json()]).toEqual([
      401,
      { message: "You’re signed out, so nothing was done just now. Sign in to continue.", errors: {} },
    ]);
    await asReseller();
    expect(await (await call("GET")).json()).toBe("reseller");
  });

  test("requires the portal's Origin for changes", async () => {
    await asReseller();
    expect((await call("POST", { host: HOME.host })).status).toBe(403);
    expect((await call("POST", HOME)).status).toBe(200);
  });
});

test("rejects a call of an action without a form, and does nothing", async () => {
  await asReseller();
  let done = 0;
  const work = async () => {
    done += 1;
  };
  const act = defineAction(z.object({}), work, { audience: "reseller" });
  for (const form of [undefined, null, {}, "form", []])
    expect(await act(null, form as unknown as FormData)).toMatchObject({
      ok: false,
      code: "invalid",
      values: {},
    });
  expect(done).toBe(0);
});

test("lets a service function parse the form, and returns its errors as a form's", async () => {
  await asReseller();
  const Input = z.object({ count: z.coerce.number<string | number>(), note: z.string() });
  const verb = async (_ctx: Ctx, input: z.input<typeof Input>) => Input.parse(input);
  const act = defineServiceAction(verb, { audience: "reseller" });
  const sent = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return act(null, form);
  };
  expect(await sent({ count: "2", note: "two" })).toEqual({ ok: true, result: { count: 2, note: "two" } });
  expect(await sent({ count: "2" })).toMatchObject({
    ok: false,
    fields: { note: ["Fill this in."] },
    values: { count: "2" },
  });
  expect(await sent({ count: "2", note: "\u0000" })).toMatchObject({
    ok: false,
    fields: { note: [expect.stringContaining("stored")] },
  });
});

describe("a form with a secret that requires the password", () => {
  const SECRET = "sk_live_of_this_shop";
  const keep = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return defineAction(
      z.object({ secretKey: z.string().min(1), label: z.string() }),
      async (ctx, input) => {
        await requireConfirmation(ctx);
        return input.secretKey;
      },
      { audience: "reseller" },
    )(null, form);
  };
  const keptOf = (state: Awaited<ReturnType<typeof keep>>) => {
    if (!state || state.ok || !state.kept) throw new Error("nothing was kept");
    return state.kept;
  };

  test("keeps it sealed until the password is right, and never shows it", async () => {
    await asReseller();
    const rejection = await keep({ secretKey: SECRET, label: "mine" });
    expect(rejection).toMatchObject({ ok: false, fields: { confirmPassword: [expect.any(String)] } });
    expect(JSON.stringify(rejection)).not.toContain(SECRET);
    expect(keptOf(rejection).names).toEqual(["secretKey"]);
    const again = { secretKey: "", label: "mine", keptSecrets: keptOf(rejection).sealed };
    const wrong = await keep({ ...again, confirmPassword: "not the password" });
    const right = { ...again, keptSecrets: keptOf(wrong).sealed, confirmPassword: TEST_PASSWORD };
    expect(await keep(right)).toEqual({ ok: true, result: SECRET });
    expect(await keep({ ...right, secretKey: "another" })).toEqual({ ok: true, result: "another" });
  });

  test("drops it for another session, after ten minutes, and with a foreign seal", async () => {
    const { sealed } = await asReseller().then(async () =>
      keptOf(await keep({ secretKey: SECRET, label: "" })),
    );
    await asReseller();
    const empty = { ok: false, fields: { secretKey: [expect.any(String)] } };
    for (const keptSecrets of [sealed, "x", sealed.slice(1)])
      expect(await keep({ secretKey: "", label: "", keptSecrets })).toMatchObject(empty);
    const form = new FormData();
    form.set("secretKey", SECRET);
    const ctx = await getCurrentCtx();
    const elevenMinutesAgo = Date.now() - 11 * 60_000;
    const old = sealFormSecrets(ctx, form, { confirmPassword: ["again"] }, elevenMinutesAgo)?.sealed ?? "";
    expect(old).not.toBe("");
    expect(await keep({ secretKey: "", label: "", keptSecrets: old })).toMatchObject(empty);
  });

  test("keeps nothing when another field is invalid", async () => {
    await asReseller();
    const state = await keep({ secretKey: SECRET });
    expect(state).toMatchObject({ ok: false, fields: { label: [expect.any(String)] } });
    expect(state).not.toHaveProperty("kept");
  });
});
