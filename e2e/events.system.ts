import type { BrowserContext } from "playwright/test";
import { endSessions } from "#lib/account/session/end-sessions";
import { expect, test } from "./fixtures.ts";
import { buyTestPlan, findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";

test("sends a reseller the events of their own purchases only", async ({
  context,
  people,
  signIn,
  stage,
}) => {
  const [ada, ben] = [await people.reseller(), await people.reseller()];
  const plan = await findTestPlan(stage, testResellerCtx(stage, ada));
  await signIn(ada);
  const line = await openEventStream(context, stage.member.url);
  expect(line.headers).toMatchObject({ "x-accel-buffering": "no" });
  expect(line.headers["cache-control"]).toContain("no-store");
  const his = await buyTestPlan(testResellerCtx(stage, ben), plan, nextTestPhone());
  const hers = await buyTestPlan(testResellerCtx(stage, ada), plan, nextTestPhone());
  const heard = await line.until((text) => text.includes(hers.ident) && text.includes("successful"));
  expect(heard).not.toContain(his.ident);
  await line.close();
});

test("sends a page the events since it was rendered when it connects", { tag: "@prove" }, async ({
  context,
  people,
  signIn,
  stage,
}) => {
  const ada = await people.reseller();
  const plan = await findTestPlan(stage, testResellerCtx(stage, ada));
  await signIn(ada);
  const first = await openEventStream(context, stage.member.url);
  const made = Date.now();
  const bought = await buyTestPlan(testResellerCtx(stage, ada), plan, nextTestPhone());
  await first.until((text) => text.includes(bought.ident));
  const late = await openEventStream(context, stage.member.url, `?since=${made}`);
  await late.until((text) => text.includes(bought.ident) || text.includes('"ident":""'));
  await Promise.all([first.close(), late.close()]);
});

test("ends an event stream soon after its session ends", { tag: "@prove" }, async ({
  context,
  signIn,
  stage,
}) => {
  const person = await signIn();
  const line = await openEventStream(context, stage.member.url);
  await endSessions(testResellerCtx(stage, person), { which: "others" });
  await line.end();
});

test("a session has ten lines, and one that is left makes room", async ({ context, signIn, stage }) => {
  await signIn();
  const lines = await Promise.all(
    Array.from({ length: 10 }, () => openEventStream(context, stage.member.url)),
  );
  const rejected = await fetch(`${stage.member.url}/api/events`, { headers: await readCookies(context) });
  expect(rejected.status).toBe(429);
  await lines.pop()?.close();
  await expect(async () => {
    const again = await openEventStream(context, stage.member.url);
    await again.close();
  }).toPass();
  await Promise.all(lines.map((line) => line.close()));
});

test("sends visitors no events", async ({ stage }) => {
  expect((await fetch(`${stage.member.url}/api/events`)).status).toBe(401);
});

/** Opens a stream of the portal's events as a browser does. */
async function openEventStream(context: BrowserContext, url: string, query = "") {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/events${query}`, {
    headers: await readCookies(context),
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

async function readCookies(context: BrowserContext): Promise<Record<string, string>> {
  const cookies = await context.cookies();
  return { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
}
