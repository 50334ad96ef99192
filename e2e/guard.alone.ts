import { globSync, readFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { everything } from "#lib/testing/everything";
import { address } from "./address.ts";
import { type Member, type System, startSystem } from "./harness.ts";
import { begunPayment } from "./payments.ts";
import { People, type TestPerson } from "./people.ts";
import { setUpShop } from "./shop.ts";
import { aCustomer, aDraft, aPlan, aSchedule, buyNow, freshPhone, shopper } from "./shopping.ts";

/** Every page and export of the desk and of resellers, found by their files, with somebody's own things in their places. */
const files = globSync("app/{(reseller),admin}/**/{page.tsx,route.ts}");

/** Tables that a request or the process itself writes: with no worker, it looks for alerts every half minute. */
const IGNORED_TABLES = ["sessions", "throttles", "processes", "alerts", "lanes"].map(
  (name) => `public.${name}`,
);

let system: System;
let portal: Member;
/** `newcomer` is an admin who has yet to set up the second factor that is required here. */
let cookies: Record<"visitor" | "reseller" | "newcomer" | "admin" | "support" | "roleless", string>;
let places: Record<string, string>;
/** What only the owner of the things, and admins, may read. */
let secrets: string[];

test.beforeAll(async () => {
  system = await startSystem();
  portal = await system.start({ roles: "web", env: { ADMIN_TWO_FACTOR: "required" } });
  const people = new People(system.database.systemCtx);
  const [owner, other] = [await people.reseller(), await people.reseller()];
  const [newcomer, admin] = [await people.admin(), await people.admin()];
  const [support, roleless] = [await people.admin(), await people.admin()];
  await system.database.sql`
    insert into second_factors (account_id, secret, on_at)
    select id, 'sealed', now() from accounts where id in ${system.database.sql([admin.id, support.id, roleless.id])}`;
  await system.database.sql`
    update staff set role_id = (select id from staff_roles where built_in = 'support') where id = ${support.id}`;
  await system.database.sql`delete from staff where id = ${roleless.id}`;
  const { slug } = await setUpShop(system, owner);
  const ctx = shopper(system, owner);
  const plan = await aPlan(system, ctx);
  const { ident } = await buyNow(ctx, plan, freshPhone());
  const reference = await begunPayment(system, owner);
  const run = await aDraft(ctx, plan);
  const saved = { ...(await aCustomer(ctx)), ...(await aSchedule(ctx, plan)) };
  places = {
    ident,
    reference,
    run: String(run),
    id: String(owner.id),
    plan: String(plan.id),
    slug,
    ...saved,
  };
  secrets = [ident, reference, owner.email, "Ada Obi", "Zainab Sani"];
  const cookie = async (person: TestPerson) => {
    const { name, value } = await people.cookie(person);
    return `${name}=${value}`;
  };
  cookies = {
    visitor: "",
    reseller: await cookie(other),
    newcomer: await cookie(newcomer),
    admin: await cookie(admin),
    support: await cookie(support),
    roleless: await cookie(roleless),
  };
});
test.afterAll(() => system.close());

async function ask(path: string, who: keyof typeof cookies, rsc: boolean) {
  const url = new URL(path, portal.url);
  // Without it, a payload is asked for at an address that only leads on.
  if (rsc) url.search += url.search ? "&_rsc" : "?_rsc";
  const response = await fetch(url, {
    headers: { Cookie: cookies[who], ...(rsc ? { RSC: "1" } : { Accept: "text/html" }) },
    redirect: "manual",
  });
  // A line of events never ends by itself.
  const endless = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (endless) await response.body?.cancel();
  return {
    status: response.status,
    text: endless ? "" : await response.text(),
    headers: response.headers,
  };
}

/** Turned away: to the sign-in page, by status, or within a page that had begun. */
const refused = ({ status, text }: { status: number; text: string }) =>
  [303, 307, 401, 403, 404, 405].includes(status) ||
  /NEXT_REDIRECT;\w+;\/(sign-in|two-factor)|NEXT_HTTP_ERROR_FALLBACK;404/.test(text);

/** As if it had never been: a desk that resellers need not know of. */
const missing = ({ status, text }: { status: number; text: string }) =>
  [404, 405].includes(status) || text.includes("NEXT_HTTP_ERROR_FALLBACK;404");

for (const rsc of [false, true]) {
  test(`who may not see a page or export gets nothing of it, asked for as ${rsc ? "payload" : "page"}`, async () => {
    expect(files.length).toBeGreaterThan(50);
    const open: string[] = [];
    for (const file of files) {
      const path = address(file, places);
      for (const who of ["visitor", "reseller", "newcomer"] as const) {
        const answer = await ask(path, who, rsc);
        const mayAsk = who === "reseller" && !path.startsWith("/admin");
        const told = secrets.filter((secret) => answer.text.includes(secret) && !path.includes(secret));
        const hides = who === "reseller" && path.startsWith("/admin");
        const wrong = hides ? !missing(answer) : !mayAsk && !refused(answer);
        if (told.length > 0 || wrong) open.push(`${who} ${path} ${answer.status} ${told}`);
      }
    }
    expect(open).toEqual([]);
  });
}

test("serves robots.txt and security.txt to visitors", async () => {
  const robots = await ask("/robots.txt", "visitor", false);
  expect(robots.text).toContain("User-Agent: *\nAllow: /s/\nDisallow: /\n");
  expect((await ask("/.well-known/security.txt", "visitor", false)).status).toBe(404);
  await system.database.sql`update operator_contact set email = 'desk@kiosk.test'`;
  const security = await ask("/.well-known/security.txt", "visitor", false);
  expect(security.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(security.text).toMatch(/^Contact: mailto:desk@kiosk\.test\nExpires: \d{4}-/);
});

test("an admin sees what the others do not: the tests above look for what is there", async () => {
  const pages = [
    `/admin/purchases/${places.ident}`,
    `/admin/resellers/${places.id}`,
    "/admin/wallets/online",
  ];
  for (const rsc of [false, true]) {
    const answers = await Promise.all(pages.map((path) => ask(path, "admin", rsc)));
    expect(answers.map(({ status }) => status)).toEqual(pages.map(() => 200));
    for (const secret of secrets.slice(0, 3)) {
      expect(answers.some(({ text }) => text.includes(secret))).toBe(true);
    }
  }
});

test("another reseller's purchase is not found, nor is one that never was, by its address or in any list", async () => {
  for (const path of [
    `/purchases/${places.ident}`,
    `/purchases/${places.ident}/receipt`,
    "/purchases/DT0",
    "/purchases/%00",
  ]) {
    const { status, text } = await ask(path, "reseller", false);
    expect([path, status]).toEqual([path, 404]);
    expect(text, path).toContain("This purchase does not exist");
  }
  expect((await ask(`/buy?again=${places.ident}`, "reseller", false)).text).toContain("Choose a network");
  expect((await ask(`/purchases?q=${places.ident}`, "reseller", false)).text).toContain("Nothing matches");
});

test("a page or export that is not part of somebody's role says so, and whom to ask", async () => {
  const { database } = system;
  /** What is every admin's own, and what takes more than seeing. */
  const own = ["/admin/settings", "/admin/settings/notices", "/admin/notices"];
  const more = ["/admin/audit", "/admin/resellers/new", "/admin/resellers/personal"];
  const refusals: Record<string, string[]> = { support: [], roleless: [] };
  const paths = files.filter((file) => file.startsWith("app/admin")).map((file) => address(file, places));
  for (const path of paths)
    for (const who of ["support", "roleless"] as const) {
      // Without words nothing is looked for, and nothing told.
      const { status, text } = await ask(path.endsWith("/find") ? `${path}?q=0803` : path, who, false);
      if (status !== 403 && !text.includes("NEXT_HTTP_ERROR_FALLBACK;403")) continue;
      refusals[who]?.push(path);
      const told = secrets.filter((secret) => text.includes(secret) && !path.includes(secret));
      expect(told, `${who} ${path}`).toEqual([]);
    }
  const exports = paths.filter((path) => path.endsWith("/export"));
  expect(exports.length).toBeGreaterThan(10);
  expect(refusals.support?.toSorted()).toEqual([...exports, ...more].toSorted());
  expect(refusals.roleless?.toSorted()).toEqual(paths.filter((path) => !own.includes(path)).toSorted());
  const page = await ask("/admin/audit", "support", false);
  expect(page.text).toContain("Not part of your role");
  expect(page.text).toMatch(/Your role is Support\. Ask .* if you need this\./);
  // Each is on record once in ten minutes, however often it is asked for.
  const records = await database.sql`
    select subject_id as permission, count(*)::int as times from audit where action = 'permission.refused'
    and actor = (select 'admin:' || t.id from staff t join staff_roles r on r.id = t.role_id where r.built_in = 'support')
    group by 1 order by 1`;
  expect(records).toEqual(
    ["audit", "export", "personal", "resellers"].map((permission) => ({ permission, times: 1 })),
  );
});

test("an export is on record with what it was narrowed by, and a thief cannot take everything at once", async () => {
  const { sql } = system.database;
  expect((await ask("/admin/purchases/export?q=0803", "admin", false)).status).toBe(200);
  const [record] = await sql`
    select a.subject_id as list, p.facts from audit a join audit_personal p on p.audit_id = a.id
    where a.action = 'list.exported' order by a.id desc limit 1`;
  expect(record).toMatchObject({ list: "all-purchases", facts: { after: { text: "q=0803" } } });
  const answers: number[] = [];
  for (let n = 0; n < 70 && !answers.includes(429); n += 1)
    answers.push((await ask("/admin/resellers/export", "admin", false)).status);
  expect(answers.at(-1)).toBe(429);
});

test("no action does anything for who may not act", async () => {
  const manifest = readFileSync(".next/server/server-reference-manifest.json", "utf8");
  const { node } = JSON.parse(manifest) as { node: Record<string, { workers: Record<string, unknown> }> };
  const actions = Object.entries(node).flatMap(([id, { workers }]) => {
    const pages = Object.keys(workers).filter(
      (page) => page.startsWith("app/(reseller)") || page.startsWith("app/admin"),
    );
    const [page] = pages.toSorted(
      (one, other) => Number(other.includes("admin")) - Number(one.includes("admin")),
    );
    return page
      ? [
          {
            id,
            path: address(`${page}.tsx`, places),
            admins: pages.every((one) => one.startsWith("app/admin")),
          },
        ]
      : [];
  });
  expect(actions.length).toBeGreaterThan(60);
  const before = await everything(system.database.systemCtx, IGNORED_TABLES);
  const done: string[] = [];
  for (const { id, path, admins } of actions) {
    for (const who of admins
      ? (["visitor", "reseller", "newcomer"] as const)
      : (["visitor", "newcomer"] as const)) {
      const form = new FormData();
      form.set("0", '[null,"$K1"]');
      for (const [name, value] of Object.entries({
        ...places,
        resellerId: places.id,
        reason: "because",
        amount: "5",
      }))
        form.set(`1_${name}`, String(value));
      const response = await fetch(portal.url + path, {
        method: "POST",
        headers: { Cookie: cookies[who], Origin: portal.url, "Next-Action": id, Accept: "text/x-component" },
        body: form,
        redirect: "manual",
      });
      if (/"ok":true/.test(await response.text())) done.push(`${who} ${path} ${id}`);
    }
  }
  expect(done).toEqual([]);
  expect(await everything(system.database.systemCtx, IGNORED_TABLES)).toBe(before);
});

test("no route takes a form from another site, or from who may not send it", async () => {
  const routes = globSync("app/**/route.ts").filter(
    (file) => !file.startsWith("app/api/") && /export const POST\b/.test(readFileSync(file, "utf8")),
  );
  expect(routes.length).toBeGreaterThan(3);
  const before = await everything(system.database.systemCtx, IGNORED_TABLES);
  for (const file of routes) {
    const path = address(file, places);
    const send = async (who: keyof typeof cookies, origin: string | undefined) => {
      const { status } = await fetch(portal.url + path, {
        method: "POST",
        headers: { Cookie: cookies[who], ...(origin && { Origin: origin }) },
        body: new URLSearchParams({ ...places, step: "review", amount: "5", mobile_number: "0803 765 4321" }),
        redirect: "manual",
      });
      return [path, status];
    };
    for (const origin of ["https://elsewhere.example", "null", undefined])
      expect(await send("reseller", origin)).toEqual([path, 403]);
    if (file.startsWith("app/(reseller)")) expect(await send("visitor", portal.url)).toEqual([path, 401]);
  }
  expect(await everything(system.database.systemCtx, IGNORED_TABLES)).toBe(before);
});

test("every answer carries its protections, and no cache may keep a person's page", async () => {
  const nonces = new Set<string>();
  for (const path of [
    "/sign-in",
    "/home",
    "/admin",
    "/nothing-here",
    "/s/nobody",
    `/s/${places.slug}/order?plan=${places.plan}`,
  ]) {
    const { headers, text } = await ask(path, path === "/admin" ? "admin" : "reseller", false);
    const policy = headers.get("content-security-policy") ?? "";
    const nonce = /script-src[^;]*'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(policy, path).not.toMatch(/script-src[^;]*'unsafe-inline'/);
    nonces.add(nonce);
    for (const [tag] of text.matchAll(/<(?:script|style)(?![^>]*application\/ld\+json)[^>]*>/g))
      expect(tag, path).toContain(`nonce="${nonce}"`);
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("cache-control"), path).toMatch(/^private,.*no-store/);
  }
  expect(nonces.size).toBe(6);
  expect(nonces).not.toContain("");
});

test("the portal listens on this machine alone, unless told otherwise", async () => {
  const { port } = new URL(portal.url);
  const elsewhere = await fetch(`http://127.0.0.2:${port}/sign-in`).catch(() => "refused");
  expect(elsewhere).toBe("refused");
});

test("files, redirects, refusals and lines of events carry them too, and no picture is made smaller for anybody", async () => {
  const [, script = ""] =
    /src="(\/_next\/static\/[^"]+)"/.exec((await ask("/sign-in", "visitor", false)).text) ?? [];
  const asked = {
    [script]: 200,
    "/favicon.ico": 200,
    "/_next/image?url=%2Ficon.png&w=64&q=75": 404,
    "/_next/static/nothing.js": 404,
    "/home": 307,
    "/%FF": 400,
    "/api/%FF": 400,
    "/api/data_plans": 401,
    "/api/events": 401,
  };
  for (const [path, status] of Object.entries(asked)) {
    const { headers, status: told } = await ask(path, "visitor", false);
    expect([path, told]).toEqual([path, status]);
    expect(headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("x-frame-options"), path).toBe("DENY");
  }
  const line = await ask("/api/events", "reseller", false);
  expect(line.headers.get("content-type")).toContain("text/event-stream");
  expect(line.headers.get("x-content-type-options")).toBe("nosniff");
});

test("over TLS the browser is told to stay there", async () => {
  const secure = await system.start({
    env: { NEXTAUTH_URL: "https://portal.example", TRUSTED_PROXIES: "127.0.0.1" },
  });
  const response = await fetch(`${secure.url}/sign-in`, { redirect: "manual" });
  expect(response.headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
});

test("the proxy decides nothing about rights: without it nothing opens", () => {
  const imports = [...readFileSync("proxy.ts", "utf8").matchAll(/from "([^"]+)"/g)].map(([, from]) => from);
  expect(imports.toSorted()).toEqual([
    ...["#lib/core/env", "#lib/web/headers", "#lib/web/wrong-form", "next/server", "node:crypto"],
  ]);
});
