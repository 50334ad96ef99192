import { expect, test } from "playwright/test";
import { startSystem, type TestSystem } from "./harness.ts";
import { TestAccounts } from "./test-accounts.ts";

let system: TestSystem;
test.beforeAll(async () => {
  system = await startSystem();
});
test.afterAll(() => system.close());

test("responds to an action with the next page behind a proxy that speaks TLS, without an error", {
  tag: "@prove",
}, async () => {
  const portal = await system.start({ roles: "web" });
  const { email, password } = await new TestAccounts(system.database.systemCtx).reseller();
  const form = await fetch(`${portal.url}/sign-in`);
  const [, action = ""] = /"id":"([0-9a-f]+)"/.exec((await form.text()).replaceAll("&quot;", '"')) ?? [];
  // As the page's script sends it: the action's arguments, of which the second is the form.
  const body = new FormData();
  for (const [name, value] of Object.entries({ email, password, next: "/" })) body.set(`_1_${name}`, value);
  body.set("0", '[null,"$K1"]');
  const cookies = form.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  const response = await fetch(`${portal.url}/sign-in`, {
    method: "POST",
    headers: {
      "Next-Action": action,
      "X-Forwarded-Proto": "https",
      Accept: "text/x-component",
      Origin: portal.url,
      Cookie: cookies.join("; "),
    },
    body,
  });
  expect(response.headers.get("x-action-redirect")).toContain("/home");
  expect((await response.text()).length).toBeGreaterThan(1_000);
  expect(portal.log()).not.toContain("failed to get redirect response");
});
