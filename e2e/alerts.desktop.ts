import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, expectAccessible, test } from "./fixtures.ts";

test.use({ variables: { WEBHOOK_ALLOW_PRIVATE: "1" } });

test("adds an alert recipient, tests it, sets quiet hours and removes it", {
  tag: "@prove",
}, async ({ page, people, signIn }) => {
  const answer = { status: 500 };
  const server = createServer((_request, response) => response.writeHead(answer.status).end());
  await once(server.listen(0, "127.0.0.1"), "listening");
  await signIn(await people.admin());
  await page.goto("/admin/settings/notifications");
  await page.getByLabel(/^Webhook/).check();
  await page.getByLabel("Address").fill("ops@example.com");
  await page.getByLabel("Reason").fill("The pager");
  await page.getByRole("button", { name: "Add recipient" }).click();
  await expect(page.getByText(/Enter a valid address/)).toBeVisible();
  await page.getByLabel("Address").fill(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.getByRole("button", { name: "Add recipient" }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();

  const recipients = page.getByRole("list", { name: "Alert recipients" });
  await recipients.getByRole("button", { name: "Send test alert" }).click();
  await expect(
    recipients.getByText("The test alert wasn’t delivered: responded with HTTP 500."),
  ).toBeVisible();
  await expect(recipients.getByText("Failing", { exact: true })).toBeVisible();
  answer.status = 204;
  await recipients.getByRole("button", { name: "Send test alert" }).click();
  await expect(recipients.getByText("Test alert delivered.")).toBeVisible();

  await recipients.getByText("Edit recipient").click();
  await recipients.getByLabel("Quiet from").fill("22:00");
  await recipients.locator("details").getByLabel("Reason").fill("They sleep");
  await recipients.getByRole("button", { name: "Save" }).click();
  await expect(recipients.getByText(/Enter a start and a different end of the quiet hours/)).toBeVisible();
  await expectAccessible(page);
  await recipients.getByLabel("Quiet until").fill("06:00");
  await recipients.getByRole("button", { name: "Save" }).click();
  await expect(recipients.getByText("Quiet from 22:00 to 06:00")).toBeVisible();

  await recipients.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("They left");
  await page.getByRole("dialog").getByRole("button", { name: "Remove recipient" }).click();
  await expect(page.getByText("No alert recipients yet")).toBeVisible();
  server.close();
});
