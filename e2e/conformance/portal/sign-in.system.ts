import { expect, test } from "#e2e/conformance/fixtures";
import { TestAccounts } from "#e2e/test-accounts";
import { createReseller } from "#lib/account/reseller/create-reseller";

const FOREIGN_ORIGINS: Record<string, string>[] = [
  {},
  { Origin: "null" },
  { Origin: "https://evil.example" },
];
const POST_PATHS = ["signout", "callback/credentials", "signin/credentials", "session"];

test("next-auth's own changes want an Origin of the portal, whatever its token says", async ({ portal }) => {
  const { url } = portal.service.usual;
  const ctx = portal.system.database.systemCtx;
  const account = { email: "signs-in@example.com", name: "Signs in", password: "kettle-orbit-93-lamp" };
  const { id } = await createReseller(ctx, { ...account, level: "affiliate" });
  const person = { ...account, id, role: "reseller", level: "affiliate" } as const;
  const session = await new TestAccounts(ctx).cookie(person);
  const csrf = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = await csrf.json();
  const [pair] = csrf.headers.getSetCookie().map((text) => text.split(";")[0]);
  const cookies = `${pair}; ${session.name}=${session.value}`;
  const post = (path: string, origin: Record<string, string>) =>
    fetch(`${url}/api/auth/${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: cookies, "Content-Type": "application/x-www-form-urlencoded", ...origin },
      body: new URLSearchParams({ csrfToken, email: person.email, password: person.password, json: "true" }),
    });
  const signedIn = async () =>
    (await (await fetch(`${url}/api/auth/session`, { headers: { Cookie: cookies } })).json()).user?.email;

  for (const path of POST_PATHS) {
    for (const origin of FOREIGN_ORIGINS) {
      const answer = await post(path, origin);
      expect([path, origin, answer.status, answer.headers.getSetCookie()]).toEqual([path, origin, 403, []]);
    }
  }
  expect(await signedIn()).toBe(person.email);
  const left = await post("signout", { Origin: url });
  expect(left.status).toBe(200);
  expect(await signedIn()).toBeUndefined();
  const entered = await post("callback/credentials", { Origin: url });
  const names = entered.headers.getSetCookie().map((text) => text.split("=")[0]);
  expect(names).toEqual(expect.arrayContaining(["next-auth.session-token", "device"]));
});
