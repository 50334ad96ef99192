import { openTestProxy } from "#db/testing/test-proxy";
import { expect, expectAccessible, test } from "./fixtures.ts";

test("explains on a page that the database is down and that no money moved", async ({
  page,
  context,
  people,
  stage,
  allow,
}) => {
  allow(/status of 50[03]|React error #441/);
  let away = false;
  const door = await openTestProxy(stage.database.url, () => !away);
  const member = await stage.start({ roles: "web", env: { DATABASE_URL: door.url } });
  await people.signIn(context, await people.reseller(), member.url);
  await page.goto(`${member.url}/home`);
  await expect(page.getByRole("heading", { name: "Balance" })).toBeVisible();
  away = true;
  for (const path of ["/home", "/sign-in"]) {
    await page.goto(`${member.url}${path}`);
    await expect(page.getByRole("heading", { name: "Back in a moment" })).toBeVisible();
    await expect(page.getByText("check before you send it again")).toBeVisible();
  }
  await expectAccessible(page);
  await member.kill();
  door.close();
});
