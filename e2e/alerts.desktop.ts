import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, expectAccessible, test } from "./fixtures.ts";

test.use({ variables: { WEBHOOK_ALLOW_PRIVATE: "1" } });

test("somebody is chosen to be told of what needs a hand, tried, left alone at night, and removed", {
  tag: "@prove",
}, async ({ page, people, signIn }) => {
  const answer = { status: 500 };
  const server = createServer((_request, response) => response.writeHead(answer.status).end());
  await once(server.listen(0, "127.0.0.1"), "listening");
  await signIn(await people.admin());
  await page.goto("/admin/settings");
  await page.getByRole("link", { name: "Choose who" }).click();
  await page.getByLabel(/^Webhook/).check();
  await page.getByLabel("Where").fill("ops@example.com");
  await page.getByLabel("Why").fill("The pager");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText(/This is no address/)).toBeVisible();
  await page.getByLabel("Where").fill(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();

  const receivers = page.getByRole("list", { name: "Who is told" });
  await receivers.getByRole("button", { name: "Send a try" }).click();
  await expect(receivers.getByText("It did not take the message: answered 500.")).toBeVisible();
  await expect(receivers.getByText("Does not arrive")).toBeVisible();
  answer.status = 204;
  await receivers.getByRole("button", { name: "Send a try" }).click();
  await expect(receivers.getByText("It took the message.")).toBeVisible();

  await receivers.getByText("What and when").click();
  await receivers.getByLabel("Quiet from").fill("22:00");
  await receivers.locator("details").getByLabel("Why").fill("They sleep");
  await receivers.getByRole("button", { name: "Save" }).click();
  await expect(receivers.getByText(/Quiet hours need a beginning and another end/)).toBeVisible();
  await expectAccessible(page);
  await receivers.getByLabel("Until").fill("06:00");
  await receivers.getByRole("button", { name: "Save" }).click();
  await expect(receivers.getByText("Quiet from 22:00 to 06:00")).toBeVisible();

  await receivers.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByLabel("Why").fill("They left");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Nobody yet")).toBeVisible();
  server.close();
});
