import type { Locator } from "playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { displayTestPhone, findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";

test("asks for a PIN before a purchase, and keeps the review after a wrong one", async ({
  page,
  signIn,
  stage,
}) => {
  const person = await signIn();
  await page.goto("/settings?open=pin");
  await expectMasked(page.getByLabel("PIN", { exact: true }));
  await page.getByLabel("PIN", { exact: true }).fill("4711");
  await page.locator("#pin-password").fill(person.password);
  await page.getByRole("button", { name: "Set PIN" }).click();
  await expect(page.getByText("PIN saved.")).toBeVisible();
  await expectAccessible(page);

  const plan = await findTestPlan(stage, testResellerCtx(stage, person));
  const phone = nextTestPhone();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/buy?${new URLSearchParams({ plan: String(plan.id), phone })}`);
  const pinField = page.getByLabel("Your PIN");
  await expect(pinField).toBeFocused();
  await expectMasked(pinField);
  // Neither covers the other: the number, the PIN, the button.
  const parts = [
    page.getByText(displayTestPhone(phone), { exact: true }),
    pinField,
    page.getByRole("button", { name: /^Send / }),
    page.getByRole("navigation", { name: "Main" }),
  ];
  const edges = await Promise.all(
    parts.map(async (part) => {
      const box = await part.boundingBox();
      if (!box) throw new Error("not on the page");
      return [box.y, box.y + box.height];
    }),
  );
  expect(edges.flat()).toEqual(edges.flat().toSorted((a, b) => a - b));
  await pinField.fill("4712");
  await page.getByRole("button", { name: /^Send / }).click();
  await expect(page.getByText("Wrong PIN. Two more wrong PINs lock buying")).toBeVisible();
  await expect(pinField).toHaveValue("");
  await expectAccessible(page);
  expect(await stage.database.sql`select from purchases where reseller_id = ${person.id}`).toHaveLength(0);
  await pinField.fill("4711");
  await page.getByRole("button", { name: /^Send / }).click();
  await expect(page).toHaveURL(/\/purchases\/DT/);
  await page.goBack();
  await expect(pinField).toHaveValue("");
});

/** Expects a field that browsers take for no password, with dots for its digits. */
async function expectMasked(field: Locator) {
  await expect(field).not.toHaveAttribute("type", "password");
  await expect(field).toHaveAttribute("autocomplete", "one-time-code");
  await expect(field).toHaveAttribute("inputmode", "numeric");
  await expect(field).toHaveCSS("-webkit-text-security", "disc");
}
