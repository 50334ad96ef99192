import { sql } from "drizzle-orm";
import { placeDueSchedules } from "#lib/schedule/testing/place-due-schedules";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { displayTestPhone, findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";

test("schedules a purchase for every month, buys it automatically when it is due, skips, pauses and ends it", {
  tag: "@prove",
}, async ({ page, signIn, stage }) => {
  const person = await signIn();
  const plan = await findTestPlan(stage, testResellerCtx(stage, person));
  const number = nextTestPhone();
  await page.goto(`/buy?plan=${plan.id}&phone=${number}`);
  await page.getByRole("link", { name: "Schedule purchase" }).click();
  await expect(page.getByLabel("Phone number", { exact: true })).toHaveValue(displayTestPhone(number));
  await expectAccessible(page);
  await page.getByText("End date and maximum price").click();
  await page.getByLabel("End date").fill("2020-01-01");
  await expect(page.getByText(/(^|: )1 Jan 2020$/)).toBeVisible();
  await page.getByRole("button", { name: "Create schedule" }).click();
  await expect(page.getByText("The end date is before the start date.")).toBeVisible();
  await page.getByLabel("End date").fill("");
  await page.getByRole("button", { name: "Create schedule" }).click();
  await expect(page.getByText(/^Every month on the/)).toBeVisible();
  await expectAccessible(page);
  const id = Number(new URL(page.url()).pathname.split("/").at(-1));

  const { systemCtx } = stage.database;
  await systemCtx.db.execute(sql`update schedules set next_at = now() where id = ${id}`);
  await placeDueSchedules(systemCtx);
  const day = page.getByRole("list", { name: "History" }).getByRole("listitem");
  await expect(day.filter({ hasText: "Delivered" })).toHaveCount(1);
  await page.getByRole("button", { name: /^Skip / }).click();
  await expect(day.filter({ hasText: "You skipped it." })).toHaveCount(1);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused. Nothing is bought until you resume.")).toBeVisible();
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.getByRole("button", { name: "End schedule" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End schedule" }).click();
  await expect(page.getByText("Ended", { exact: true })).toBeVisible();

  await day.filter({ hasText: "Delivered" }).getByRole("link").click();
  await page.locator("summary", { hasText: /^Details$/ }).click();
  await page.getByRole("link", { name: "Schedule", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/customers/schedules/${id}$`));
  await page.goto("/customers/schedules");
  await expect(page.getByRole("link", { name: displayTestPhone(number) })).toBeVisible();
});
