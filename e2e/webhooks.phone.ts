import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { expect, expectAccessible, test } from "./fixtures.ts";

/** Somebody's hook, which answers as it is told. */
async function hook() {
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

test("an address is added, tried out, asked again and removed, and its messages stay", async ({
  page,
  people,
  signIn,
}) => {
  const { url, heard, answer, close } = await hook();
  await signIn(await people.reseller({ level: "api" }));
  await page.goto("/developers/webhooks");
  await page.getByLabel("Plans or prices change").check();
  await page.getByLabel("Address").fill("https://name:word@shop.example");
  await page.getByRole("button", { name: "Add address" }).click();
  await expect(page.getByText("Leave the name and password out of the address.")).toBeVisible();
  await page.getByLabel("Address").fill(url);
  await page.getByRole("button", { name: "Add address" }).click();
  await expect(page.getByText("Told of purchases, plans and prices")).toBeVisible();
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? "";
  const messages = page.getByRole("list", { name: "Messages" }).getByRole("listitem");

  answer.status = 500;
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("A test message is on its way")).toBeVisible();
  const test = messages.filter({ hasText: "Test" }).first();
  await test.locator("summary").click();
  await expect(test.getByText("answered 500").first()).toBeVisible();
  expect(new Webhook(secret).verify(heard[0]?.body ?? "", heard[0]?.headers ?? {})).toMatchObject({
    type: "webhook.test",
  });
  await expectAccessible(page);

  answer.status = 204;
  await test.getByRole("button", { name: "Send again" }).click();
  await expect(test.getByText("Arrived")).toBeVisible();
  expect(heard.at(-1)?.headers["webhook-id"]).toBe(heard[0]?.headers["webhook-id"]);

  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("button", { name: "Remove address" }).click();
  await expect(page.getByRole("list", { name: "Addresses" })).toHaveCount(0);
  await expect(test.getByText("You removed this address")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send again" })).toHaveCount(0);
  close();
});

test("messages are found by state and by what they are about", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
}) => {
  const { url, close } = await hook();
  await signIn(await people.reseller({ level: "api" }));
  await page.goto("/developers/webhooks");
  await page.getByLabel("Address").fill(url);
  await page.getByRole("button", { name: "Add address" }).click();
  await page.getByRole("button", { name: "Send a test" }).click();
  const messages = page.getByRole("list", { name: "Messages" }).getByRole("listitem");
  await expect(messages.getByText("Arrived")).toBeVisible();
  await page.goto("/developers/webhooks?state=failed");
  await expect(page.getByText("No such message")).toBeVisible();
  await page.getByRole("link", { name: "Remove filter: Given up" }).click();
  await expect(messages).toHaveCount(1);
  for (let n = 0; n < 10; n += 1) {
    await page.getByRole("button", { name: "Send a test" }).click();
    await expect(
      page.getByText(n < 9 ? "is on its way" : "10 messages to this address in a minute"),
    ).toBeVisible();
  }
  close();
});
