import { expect, test } from "./fixtures.ts";
import { listTestPlans, testResellerCtx } from "./test-purchases.ts";

test("takes the image of the buy page for the README", { tag: "@prove" }, async ({ page, signIn, stage }) => {
  const person = await signIn();
  const plans = await listTestPlans(stage, testResellerCtx(stage, person));
  await page.goto("/buy");
  // A page isn't drawn again for a font that comes late: the second one has it.
  await page.reload();
  await page.getByRole("radio", { name: plans[0]?.networkName }).check();
  await page.getByRole("group", { name: "Plan" }).getByRole("radio").nth(2).check();
  await page.getByLabel("Phone number", { exact: true }).fill("0803 123 4567");
  await page.evaluate(() => document.fonts.ready.then(() => scrollTo(0, 0)));
  await expect(page.getByRole("button", { name: "Review" })).toBeInViewport();
  if (process.env.SCREENSHOTS !== "1") return;
  await page.screenshot({ path: "docs/buy.png", animations: "disabled" });
});
