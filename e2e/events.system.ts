import type { BrowserContext } from "playwright/test";
import { endSessions } from "#lib/account/session/end";
import { expect, test } from "./fixtures.ts";
import { aPlan, buyNow, freshPhone, shopper } from "./shopping.ts";

test("a reseller hears of their own purchases and of nobody else's", async ({
  context,
  people,
  signIn,
  stage,
}) => {
  const [ada, ben] = [await people.reseller(), await people.reseller()];
  const plan = await aPlan(stage, shopper(stage, ada));
  await signIn(ada);
  const line = await listen(context, stage.member.url);
  expect(line.headers).toMatchObject({ "x-accel-buffering": "no" });
  expect(line.headers["cache-control"]).toContain("no-store");
  const his = await buyNow(shopper(stage, ben), plan, freshPhone());
  const hers = await buyNow(shopper(stage, ada), plan, freshPhone());
  const heard = await line.until((text) => text.includes(hers.ident) && text.includes("successful"));
  expect(heard).not.toContain(his.ident);
  await line.close();
});

test("a page that was made before something happened hears of it when it begins to listen", async ({
  context,
  people,
  signIn,
  stage,
}) => {
  const ada = await people.reseller();
  const plan = await aPlan(stage, shopper(stage, ada));
  await signIn(ada);
  const first = await listen(context, stage.member.url);
  const made = Date.now();
  const bought = await buyNow(shopper(stage, ada), plan, freshPhone());
  await first.until((text) => text.includes(bought.ident));
  const late = await listen(context, stage.member.url, `?since=${made}`);
  await late.until((text) => text.includes(bought.ident) || text.includes('"ident":""'));
  await Promise.all([first.close(), late.close()]);
});

test("the line ends soon after its session did", async ({ context, signIn, stage }) => {
  const person = await signIn();
  const line = await listen(context, stage.member.url);
  await endSessions(shopper(stage, person), { which: "others" });
  await line.end();
});

test("a session has ten lines, and one that is left makes room", async ({ context, signIn, stage }) => {
  await signIn();
  const lines = await Promise.all(Array.from({ length: 10 }, () => listen(context, stage.member.url)));
  const refused = await fetch(`${stage.member.url}/api/events`, { headers: await cookie(context) });
  expect(refused.status).toBe(429);
  await lines.pop()?.close();
  await expect(async () => {
    const again = await listen(context, stage.member.url);
    await again.close();
  }).toPass();
  await Promise.all(lines.map((line) => line.close()));
});

test("visitors hear nothing", async ({ stage }) => {
  expect((await fetch(`${stage.member.url}/api/events`)).status).toBe(401);
});

/** An open line to the portal's events, as a browser holds it. */
async function listen(context: BrowserContext, url: string, query = "") {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/events${query}`, {
    headers: await cookie(context),
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  if (!response.body) throw new Error("There is no stream.");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let heard = (await reader.read()).value ?? "";
  return {
    headers: Object.fromEntries(response.headers),
    async until(enough: (text: string) => boolean) {
      while (!enough(heard)) {
        const { done, value } = await reader.read();
        if (done) throw new Error(`The line ended after: ${heard}`);
        heard += value;
      }
      return heard;
    },
    async end() {
      while (!(await reader.read()).done);
    },
    async close() {
      await reader.cancel().catch(() => {});
      leaving.abort();
    },
  };
}

async function cookie(context: BrowserContext): Promise<Record<string, string>> {
  const cookies = await context.cookies();
  return { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
}
