import { sql } from "drizzle-orm";
import { placeDue } from "#lib/schedule/place-due";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { aPlan, freshPhone, shopper, shown } from "./shopping.ts";

test("a purchase is put off to every month, bought by itself when it is due, skipped, paused and ended", async ({
  page,
  signIn,
  stage,
}) => {
  const person = await signIn();
  const plan = await aPlan(stage, shopper(stage, person));
  const number = freshPhone();
  await page.goto(`/buy?plan=${plan.id}&phone=${number}`);
  await page.getByRole("link", { name: "Later, or every month" }).click();
  await expect(page.getByLabel("Number", { exact: true })).toHaveValue(shown(number));
  await expectAccessible(page);
  await page.getByLabel("Until").fill("2020-01-01");
  await page.getByRole("button", { name: "Schedule it" }).click();
  await expect(page.getByText("This is before the first day.")).toBeVisible();
  await page.getByLabel("Until").fill("");
  await page.getByRole("button", { name: "Schedule it" }).click();
  await expect(page.getByText(/^Every month on the/)).toBeVisible();
  await expectAccessible(page);
  const id = Number(new URL(page.url()).pathname.split("/").at(-1));

  const { systemCtx } = stage.database;
  await systemCtx.db.execute(sql`update schedules set next_at = now() where id = ${id}`);
  await placeDue(systemCtx);
  const day = page.getByRole("list", { name: "Days" }).getByRole("listitem");
  await expect(day.filter({ hasText: "Delivered" })).toHaveCount(1);
  await page.getByRole("button", { name: /^Skip / }).click();
  await expect(day.filter({ hasText: "You left it out." })).toHaveCount(1);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused: nothing is bought until you go on.")).toBeVisible();
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.getByRole("button", { name: "End", exact: true }).click();
  await page.getByRole("button", { name: "End it" }).click();
  await expect(page.getByText("Over", { exact: true })).toBeVisible();

  await day.filter({ hasText: "Delivered" }).getByRole("link").click();
  await page.getByRole("link", { name: "A schedule" }).click();
  await expect(page).toHaveURL(new RegExp(`/schedules/${id}$`));
  await page.goto("/schedules");
  await expect(page.getByRole("link", { name: shown(number) })).toBeVisible();
});
