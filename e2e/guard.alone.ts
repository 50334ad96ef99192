import { globSync, readFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { contactSettings } from "#lib/account/contact-settings";
import {
  ALL_HELPER_PERMISSIONS,
  type HelperAccess,
  type HelperPermission,
} from "#lib/core/helper-permission";
import { fingerprintDatabase } from "#lib/testing/fingerprint-database";
import { storeSettings } from "#lib/testing/store-settings";
import { type PortalMember, startSystem, type TestSystem } from "./harness.ts";
import { listServerActions } from "./list-server-actions.ts";
import { resolveAddress, resolveAddresses } from "./resolve-address.ts";
import { TestAccounts, type TestPerson } from "./test-accounts.ts";
import {
  buyTestPlan,
  createTestCreditSale,
  createTestCustomer,
  createTestDraft,
  createTestPayment,
  createTestSchedule,
  findTestPlan,
  nextTestPhone,
  testResellerCtx,
} from "./test-purchases.ts";
import { createTestShop } from "./test-shop.ts";

/** The files of all pages and exports of admins and resellers. */
const files = globSync("app/{(reseller),admin}/**/{page.tsx,route.ts}");

/** Tables that a request or the process itself writes: with no worker, it looks for alerts every half minute. */
const IGNORED_TABLES = ["sessions", "throttles", "processes", "alerts", "lanes"].map(
  (name) => `public.${name}`,
);

let system: TestSystem;
let portal: PortalMember;
/**
 * `newcomer` is an admin who has yet to set up the second factor that is required here. `helper` sells for the
 * owner of all that is tried here, with every permission, `seller` with none, and others with one.
 */
let cookies: Record<
  | "visitor"
  | "reseller"
  | "helper"
  | "seller"
  | "newcomer"
  | "admin"
  | "support"
  | "roleless"
  | HelperPermission,
  string
>;
let places: Record<string, string>;
/** The number of the owner's purchase. */
let phone: string;
/** Texts that only their owner and admins may read. */
let secrets: string[];
/** Of these, the names of customers, which a helper with that permission may read too. */
const NAMES = ["Ada Obi", "Zainab Sani"];

test.beforeAll(async () => {
  system = await startSystem();
  portal = await system.start({ roles: "web", env: { ADMIN_TWO_FACTOR: "required" } });
  const people = new TestAccounts(system.database.systemCtx);
  const [owner, other] = [await people.reseller(), await people.reseller()];
  const [newcomer, admin] = [await people.admin(), await people.admin()];
  const [support, roleless] = [await people.admin(), await people.admin()];
  await system.database.sql`
    insert into second_factors (account_id, secret, enabled_at)
    select id, 'sealed', now() from accounts where id in ${system.database.sql([admin.id, support.id, roleless.id])}`;
  await system.database.sql`
    update staff set role_id = (select id from staff_roles where built_in = 'support') where id = ${support.id}`;
  await system.database.sql`delete from staff where id = ${roleless.id}`;
  const { slug } = await createTestShop(system, owner);
  const ctx = testResellerCtx(system, owner);
  const plan = await findTestPlan(system, ctx);
  phone = nextTestPhone();
  const { ident } = await buyTestPlan(ctx, plan, phone);
  const reference = await createTestPayment(system, owner);
  const run = await createTestDraft(ctx, plan);
  const saved = {
    ...(await createTestCustomer(ctx)),
    ...(await createTestCreditSale(ctx)),
    ...(await createTestSchedule(ctx, plan)),
  };
  places = {
    ident,
    reference,
    run: String(run),
    id: String(owner.id),
    plan: String(plan.id),
    slug,
    format: "pdf",
    ...saved,
  };
  secrets = [ident, reference, owner.email, ...NAMES];
  const cookie = async (person: TestPerson) => {
    const { name, value } = await people.cookie(person);
    return `${name}=${value}`;
  };
  const withOne = ALL_HELPER_PERMISSIONS.map(async (permission) => [
    permission,
    await cookie(await people.helper(owner, { permissions: [permission] })),
  ]);
  cookies = {
    ...(Object.fromEntries(await Promise.all(withOne)) as Record<HelperPermission, string>),
    visitor: "",
    reseller: await cookie(other),
    helper: await cookie(await people.helper(owner)),
    seller: await cookie(await people.helper(owner, { permissions: [] })),
    newcomer: await cookie(newcomer),
    admin: await cookie(admin),
    support: await cookie(support),
    roleless: await cookie(roleless),
  };
});
test.afterAll(() => system.close());

async function requestPage(path: string, role: keyof typeof cookies, rsc: boolean) {
  const url = new URL(path, portal.url);
  // Without it, a payload is asked for at an address that only leads on.
  if (rsc) url.search += url.search ? "&_rsc" : "?_rsc";
  const response = await fetch(url, {
    headers: { Cookie: cookies[role], ...(rsc ? { RSC: "1" } : { Accept: "text/html" }) },
    redirect: "manual",
  });
  // A proxy such as nginx reads them into 4 kB, and responds 502 to more.
  const headerBytes = [...response.headers].reduce((sum, field) => sum + field.join(": \r\n").length, 0);
  expect(headerBytes, path).toBeLessThan(4_000);
  // A stream of events never ends automatically.
  const endless = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (endless) await response.body?.cancel();
  return {
    status: response.status,
    text: endless ? "" : await response.text(),
    headers: response.headers,
  };
}

/**
 * The reseller’s pages that are open to helpers, by what opens them. Those of one purchase or batch are the owner’s.
 * One that ends with a slash stands for all below it.
 */
const HELPER_PAGES: Record<HelperAccess, readonly string[]> = {
  sell: ["/buy", "/purchases", "/purchases/export", "/my-day", "/settings", "/help"],
  cost: [],
  cancel: [],
  refund: ["/shop"],
  batches: ["/batches"],
  customers: ["/customers", "/customers/"],
  profit: ["/profit", "/profit/export"],
};

/** Suggestions on the buy page from what all persons of the shop sold, and what the owner’s wallet buys later. */
const CLOSED_PAGES = ["/customers/find", "/customers/schedules"];

/** Whether a page is open to a helper: with every permission, or a `seller` with none. */
function isOpenTo(role: string, path: string): boolean {
  const pages = { helper: Object.values(HELPER_PAGES).flat(), seller: HELPER_PAGES.sell }[role];
  const [place = ""] = path.split("?", 1);
  if (!pages || CLOSED_PAGES.some((closed) => place === closed || place.startsWith(`${closed}/`)))
    return false;
  return pages.some((page) => page === place || (page.endsWith("/") && place.startsWith(page)));
}

/** Turned away: to the sign-in page, by status, or within a page that had begun. */
const isDenied = ({ status, text }: { status: number; text: string }) =>
  [303, 307, 401, 403, 404, 405].includes(status) ||
  /NEXT_REDIRECT;\w+;\/(sign-in|two-factor)|NEXT_HTTP_ERROR_FALLBACK;404/.test(text);

/** Whether the page seems not to exist, as admin pages do for resellers. */
const isNotFound = ({ status, text }: { status: number; text: string }) =>
  [404, 405].includes(status) || text.includes("NEXT_HTTP_ERROR_FALLBACK;404");

// A payload is rendered from the same tree as its page.
for (const rsc of [false, true]) {
  const tag = rsc ? [] : ["@prove"];
  test(`reveals nothing of a page or export without permission, requested as ${rsc ? "payload" : "page"}`, {
    tag,
  }, async () => {
    expect(files.length).toBeGreaterThan(50);
    const open: string[] = [];
    for (const path of files.flatMap((file) => resolveAddresses(file, places))) {
      for (const role of ["visitor", "reseller", "helper", "seller", "newcomer"] as const) {
        const answer = await requestPage(path, role, rsc);
        const mayAsk = (role === "reseller" && !path.startsWith("/admin")) || isOpenTo(role, path);
        const hidden = isOpenTo(role, path) ? secrets.filter((secret) => !NAMES.includes(secret)) : secrets;
        const leaks = hidden.filter((secret) => answer.text.includes(secret) && !path.includes(secret));
        const mayFind = ["visitor", "newcomer"].includes(role) || mayAsk;
        const wrong = !mayFind ? !isNotFound(answer) : !mayAsk && !isDenied(answer);
        if (leaks.length > 0 || wrong) open.push(`${role} ${path} ${answer.status} ${leaks}`);
      }
    }
    expect(open).toEqual([]);
  });
}

test("opens to a helper with one permission its pages alone", async () => {
  const pages = Object.values(HELPER_PAGES)
    .flat()
    .filter((page) => !page.endsWith("/"));
  for (const permission of ALL_HELPER_PERMISSIONS) {
    const open: string[] = [];
    for (const page of pages) if (!isDenied(await requestPage(page, permission, true))) open.push(page);
    expect(open, permission).toEqual(
      pages.filter((page) => [...HELPER_PAGES.sell, ...HELPER_PAGES[permission]].includes(page)),
    );
  }
});

test("serves robots.txt and security.txt to visitors", async () => {
  const robots = await requestPage("/robots.txt", "visitor", false);
  expect(robots.text).toContain("User-Agent: *\nAllow: /llms.txt\nAllow: /guide\nAllow: /s/\nDisallow: /\n");
  expect((await requestPage("/.well-known/security.txt", "visitor", false)).status).toBe(404);
  await storeSettings(system.database.db, contactSettings, { email: "desk@kiosk.test" });
  const security = await requestPage("/.well-known/security.txt", "visitor", false);
  expect(security.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(security.text).toMatch(/^Contact: mailto:desk@kiosk\.test\nExpires: \d{4}-/);
});

test("serves the guide for programmers and the client's package to visitors", async () => {
  const guide = await requestPage("/guide", "visitor", false);
  expect(guide.text).toContain('<h2 id="idempotency">');
  const pages = {
    "/guide.md": "# For programmers",
    "/llms.txt": `(${portal.url}/guide.md)`,
    "/examples/buy.py": "def buy(",
    "/examples/..%2Fpackage.json": "no such example",
  };
  for (const [path, text] of Object.entries(pages))
    expect((await requestPage(path, "visitor", false)).text, path).toContain(text);
  const pack = await requestPage("/data-portal-client.tgz", "visitor", false);
  expect([pack.status, pack.headers.get("content-type")]).toEqual([200, "application/gzip"]);
});

test("shows an admin the texts that the tests above look for", async () => {
  const pages = [
    `/admin/purchases/${places.ident}`,
    `/admin/resellers/${places.id}`,
    "/admin/wallets/money-in/online",
  ];
  for (const rsc of [false, true]) {
    const answers = await Promise.all(pages.map((path) => requestPage(path, "admin", rsc)));
    expect(answers.map(({ status }) => status)).toEqual(pages.map(() => 200));
    for (const secret of secrets.slice(0, 3)) {
      expect(answers.some(({ text }) => text.includes(secret))).toBe(true);
    }
  }
});

test("finds neither another reseller's purchase nor an unknown one, by address or in a list", async () => {
  for (const path of [
    `/purchases/${places.ident}`,
    `/purchases/${places.ident}/receipt`,
    "/purchases/DT0",
    "/purchases/%00",
  ]) {
    const { status, text } = await requestPage(path, "reseller", false);
    expect([path, status]).toEqual([path, 404]);
    expect(text, path).toContain("Purchase not found");
  }
  const buy = await requestPage(`/buy?again=${places.ident}`, "reseller", false);
  expect(buy.text).toContain("Phone number");
  expect(buy.text.replaceAll(" ", "")).not.toContain(phone.slice(-10));
  expect((await requestPage(`/purchases?q=${places.ident}`, "reseller", false)).text).toContain(
    "No matching purchases",
  );
});

test("explains on a page or export outside an admin's role whom to ask", async () => {
  const { database } = system;
  /** Pages of every admin; below, pages that need more than the permission to read. */
  const openPaths = ["/admin/settings", "/admin/settings/notifications", "/admin/notifications"];
  const more = ["/admin/records/audit", "/admin/resellers/new", "/admin/resellers/personal"];
  const refusals: Record<string, string[]> = { support: [], roleless: [] };
  const paths = files
    .filter((file) => file.startsWith("app/admin"))
    .flatMap((file) => resolveAddresses(file, places));
  for (const path of paths)
    for (const role of ["support", "roleless"] as const) {
      // A search without a query returns nothing.
      const { status, text } = await requestPage(
        path.endsWith("/find") ? `${path}?q=0803` : path,
        role,
        false,
      );
      if (status !== 403 && !text.includes("NEXT_HTTP_ERROR_FALLBACK;403")) continue;
      refusals[role]?.push(path);
      const leaks = secrets.filter((secret) => text.includes(secret) && !path.includes(secret));
      expect(leaks, `${role} ${path}`).toEqual([]);
    }
  const exports = paths.filter((path) => path.endsWith("/export"));
  expect(exports.length).toBeGreaterThan(10);
  expect(refusals.support?.toSorted()).toEqual([...exports, ...more].toSorted());
  expect(refusals.roleless?.toSorted()).toEqual(paths.filter((path) => !openPaths.includes(path)).toSorted());
  const page = await requestPage("/admin/records/audit", "support", false);
  expect(page.text).toContain("Not part of your role");
  expect(page.text).toMatch(/Your role is Support\. Ask .* if you need this\./);
  // Each is recorded at most once in ten minutes.
  const records = await database.sql`
    select subject_id as permission, count(*)::int as times from audit where action = 'permission.denied'
    and actor = (select 'admin:' || t.id from staff t join staff_roles r on r.id = t.role_id where r.built_in = 'support')
    group by 1 order by 1`;
  expect(records).toEqual(
    ["audit", "export", "personal", "resellers"].map((permission) => ({ permission, times: 1 })),
  );
});

test("records an export with its filters, and limits the number of exports", async () => {
  const { sql } = system.database;
  expect((await requestPage("/admin/purchases/export?q=0803", "admin", false)).status).toBe(200);
  const [record] = await sql`
    select a.subject_id as list, p.facts from audit a join audit_personal p on p.audit_id = a.id
    where a.action = 'list.exported' order by a.id desc limit 1`;
  expect(record).toMatchObject({ list: "all-purchases", facts: { after: { text: "q=0803" } } });
  const answers: number[] = [];
  for (let n = 0; n < 70 && !answers.includes(429); n += 1)
    answers.push((await requestPage("/admin/resellers/export", "admin", false)).status);
  expect(answers.at(-1)).toBe(429);
});

test("changes nothing by an action without permission", async () => {
  const actions = listServerActions().flatMap(({ id, pages: all }) => {
    const pages = all.filter((page) => page.startsWith("app/(reseller)") || page.startsWith("app/admin"));
    const [page] = pages.toSorted((a, b) => Number(b.includes("admin")) - Number(a.includes("admin")));
    return page
      ? [
          {
            id,
            path: resolveAddress(`${page}.tsx`, places),
            admins: pages.every((file) => file.startsWith("app/admin")),
            setsUpTwoFactor: all.includes("app/two-factor/page"),
          },
        ]
      : [];
  });
  expect(actions.length).toBeGreaterThan(60);
  const before = await fingerprintDatabase(system.database.systemCtx, IGNORED_TABLES);
  const done: string[] = [];
  for (const { id, path, admins, setsUpTwoFactor } of actions) {
    const without = [
      "visitor" as const,
      "seller" as const,
      // What a permission opens, its tests try.
      ...(isOpenTo("helper", path) && !isOpenTo("seller", path) ? [] : ["helper" as const]),
      ...(admins ? ["reseller" as const] : []),
      // The only thing that a newcomer may do.
      ...(setsUpTwoFactor ? [] : ["newcomer" as const]),
    ];
    for (const role of without) {
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
        headers: { Cookie: cookies[role], Origin: portal.url, "Next-Action": id, Accept: "text/x-component" },
        body: form,
        redirect: "manual",
      });
      if (/"ok":true/.test(await response.text())) done.push(`${role} ${path} ${id}`);
    }
  }
  // A helper may review what they would buy, which changes nothing.
  expect(done.filter((each) => !/^(helper|seller) \/buy /.test(each))).toEqual([]);
  expect(done.length).toBeLessThanOrEqual(2);
  expect(await fingerprintDatabase(system.database.systemCtx, IGNORED_TABLES)).toBe(before);
});

test("rejects a form from another site, or without permission, at every route", async () => {
  const routes = globSync("app/**/route.ts").filter(
    (file) => !file.startsWith("app/api/") && /export const POST\b/.test(readFileSync(file, "utf8")),
  );
  expect(routes.length).toBeGreaterThan(3);
  const before = await fingerprintDatabase(system.database.systemCtx, IGNORED_TABLES);
  for (const file of routes) {
    const path = resolveAddress(file, places);
    const send = async (role: keyof typeof cookies, origin: string | undefined) => {
      const { status } = await fetch(portal.url + path, {
        method: "POST",
        headers: { Cookie: cookies[role], ...(origin && { Origin: origin }) },
        body: new URLSearchParams({ ...places, step: "review", amount: "5", mobile_number: "0803 765 4321" }),
        redirect: "manual",
      });
      return [path, status];
    };
    for (const origin of ["https://elsewhere.example", "null", undefined])
      expect(await send("reseller", origin)).toEqual([path, 403]);
    if (file.startsWith("app/(reseller)")) expect(await send("visitor", portal.url)).toEqual([path, 401]);
  }
  expect(await fingerprintDatabase(system.database.systemCtx, IGNORED_TABLES)).toBe(before);
});

test("sends security headers with every response, and lets no cache store a personal page", async () => {
  const nonces = new Set<string>();
  for (const path of [
    "/sign-in",
    "/home",
    "/admin",
    "/nothing-here",
    "/s/nobody",
    `/s/${places.slug}/order?plan=${places.plan}`,
  ]) {
    const { headers, text } = await requestPage(path, path === "/admin" ? "admin" : "reseller", false);
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

test("listens on this machine only, by default", async () => {
  const { port } = new URL(portal.url);
  const elsewhere = await fetch(`http://127.0.0.2:${port}/sign-in`).catch(() => "rejected");
  expect(elsewhere).toBe("rejected");
});

test("sends security headers with files, redirects, errors and event streams, and never resizes an image", async () => {
  const [, script = ""] =
    /src="(\/_next\/static\/[^"]+)"/.exec((await requestPage("/sign-in", "visitor", false)).text) ?? [];
  const statuses = {
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
  for (const [path, status] of Object.entries(statuses)) {
    const { headers, status: told } = await requestPage(path, "visitor", false);
    expect([path, told]).toEqual([path, status]);
    expect(headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("x-frame-options"), path).toBe("DENY");
  }
  const line = await requestPage("/api/events", "reseller", false);
  expect(line.headers.get("content-type")).toContain("text/event-stream");
  expect(line.headers.get("x-content-type-options")).toBe("nosniff");
});

test("sends Strict-Transport-Security over TLS", async () => {
  const secure = await system.start({
    env: { NEXTAUTH_URL: "https://portal.example", TRUSTED_PROXIES: "127.0.0.1" },
  });
  const response = await fetch(`${secure.url}/sign-in`, { redirect: "manual" });
  expect(response.headers.get("strict-transport-security")).toBe("max-age=63072000");
});
