import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { expect, expectAccessible, test } from "./fixtures.ts";

/** Starts a webhook server whose response status a test can set. */
async function startWebhookServer() {
  const heard: { headers: Record<string, string>; body: string }[] = [];
  const answer = { status: 204 };
  const server = createServer(async (request, response) => {
    heard.push({ headers: request.headers as Record<string, string>, body: await text(request) });
    response.writeHead(answer.status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, heard, answer, close: () => server.close() };
}

test("adds, tests, retries and removes a webhook address, and keeps its events", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
}) => {
  const { url, heard, answer, close } = await startWebhookServer();
  await signIn(await people.reseller({ level: "api" }));
  await page.goto("/settings/api/webhooks");
  await page.getByLabel("Plan and price changes").check();
  await page.getByLabel("URL").fill("https://name:word@shop.example");
  await page.getByRole("button", { name: "Add webhook" }).click();
  await expect(page.getByText("Leave the name and password out of the address.")).toBeVisible();
  await page.getByLabel("URL").fill(url);
  await page.getByRole("button", { name: "Add webhook" }).click();
  await expect(page.getByText("Events: purchases, plans and prices")).toBeVisible();
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? "";
  const messages = page.getByRole("list", { name: "Deliveries" }).getByRole("listitem");

  answer.status = 500;
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText("Test event sent")).toBeVisible();
  const test = messages.filter({ hasText: "Test" }).first();
  await test.locator("summary").click();
  await expect(test.getByText("responded with HTTP 500").first()).toBeVisible();
  expect(new Webhook(secret).verify(heard[0]?.body ?? "", heard[0]?.headers ?? {})).toMatchObject({
    type: "webhook.test",
  });
  await expectAccessible(page);

  answer.status = 204;
  await test.getByRole("button", { name: "Resend event" }).click();
  await expect(test.getByText("Delivered")).toBeVisible();
  expect(heard.at(-1)?.headers["webhook-id"]).toBe(heard[0]?.headers["webhook-id"]);

  await page.getByRole("button", { name: "Remove webhook" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove webhook" }).click();
  await expect(page.getByRole("list", { name: "Webhooks" })).toHaveCount(0);
  await expect(test.getByText("You removed this webhook")).toBeVisible();
  await expect(page.getByRole("button", { name: "Resend event" })).toHaveCount(0);
  close();
});

test("adds a webhook for test events, and sends it the type that is chosen", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
}) => {
  const { url, heard, close } = await startWebhookServer();
  await signIn(await people.reseller({ level: "api" }));
  await page.goto("/settings/api/webhooks");
  await page.getByLabel("URL").fill(url.replace("127.0.0.1", "localhost"));
  await page.getByRole("radio", { name: "Test" }).check();
  await page.getByRole("button", { name: "Add webhook" }).click();
  await expect(
    page.getByRole("list", { name: "Webhooks" }).getByText("Test", { exact: true }).first(),
  ).toBeVisible();
  await page.getByLabel("Test event type").selectOption("purchase.reversed");
  await page.getByRole("button", { name: "Send test event" }).click();
  const messages = page.getByRole("list", { name: "Deliveries" }).getByRole("listitem");
  await expect(messages.filter({ hasText: "Purchase reversed" }).getByText("Delivered")).toBeVisible();
  expect(JSON.parse(heard[0]?.body ?? "")).toMatchObject({ type: "purchase.reversed", test: true });
  await expectAccessible(page);
  close();
});

test("rotates a secret, ends the old one, and sends events of a time again", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
}) => {
  const { url, heard, close } = await startWebhookServer();
  await signIn(await people.reseller({ level: "api" }));
  await page.goto("/settings/api/webhooks");
  await page.getByLabel("URL").fill(url);
  await page.getByRole("button", { name: "Add webhook" }).click();
  const old = (await page.getByText(/^whsec_/).textContent()) ?? "";
  await page.getByRole("button", { name: "Rotate secret" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? "";
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect.poll(() => heard.length).toBe(1);
  for (const valid of [old, secret])
    expect(new Webhook(valid).verify(heard[0]?.body ?? "", heard[0]?.headers ?? {})).toBeTruthy();
  await page.getByRole("button", { name: "End old secret now" }).click();
  await expect(page.getByRole("button", { name: "End old secret now" })).toHaveCount(0);

  await page.getByRole("button", { name: "Send again" }).click();
  await dialog.getByLabel("Events").selectOption("All events");
  await dialog.getByRole("button", { name: "Count events" }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send 1 event again" }).click();
  await expect.poll(() => heard.length).toBe(2);
  const [first, again] = heard;
  expect(again?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(new Webhook(secret).verify(again?.body ?? "", again?.headers ?? {})).toBeTruthy();
  expect(() => new Webhook(old).verify(again?.body ?? "", again?.headers ?? {})).toThrow(
    "No matching signature",
  );
  close();
});

test("finds events by state and by subject", { tag: "@prove" }, async ({ page, people, signIn }) => {
  const { url, close } = await startWebhookServer();
  await signIn(await people.reseller({ level: "api" }));
  await page.goto("/settings/api/webhooks");
  await page.getByLabel("URL").fill(url);
  await page.getByRole("button", { name: "Add webhook" }).click();
  await page.getByRole("button", { name: "Send test event" }).click();
  const messages = page.getByRole("list", { name: "Deliveries" }).getByRole("listitem");
  await expect(messages.getByText("Delivered")).toBeVisible();
  await page.goto("/settings/api/webhooks?state=failed");
  await expect(page.getByText("No matching deliveries")).toBeVisible();
  await page.getByRole("link", { name: "Remove filter: Failed" }).click();
  await expect(messages).toHaveCount(1);
  for (let n = 0; n < 10; n += 1) {
    await page.getByRole("button", { name: "Send test event" }).click();
    await expect(
      page.getByText(n < 9 ? "Test event sent" : "10 events to this webhook in a minute"),
    ).toBeVisible();
  }
  close();
});
