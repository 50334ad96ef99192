import { expect, expectAccessible, test } from "./fixtures.ts";
import { aPlan, buyNow, freshPhone, shopper } from "./shopping.ts";

test("what a customer did not receive is reported, answered at the desk, and read at once by the reseller", async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const desk = await people.admin();
  const reseller = await signIn();
  const ctx = shopper(stage, reseller);
  const plan = await aPlan(stage, ctx);
  const { ident } = await buyNow(ctx, plan, freshPhone());
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  await page.getByText("My customer did not receive it").click();
  await expect(page.getByText("Their reference")).toBeVisible();
  await page.getByLabel("What else we should know").fill("She looked twice.");
  await page.getByRole("button", { name: "Report it" }).click();
  await expect(page.getByText("Choose what your customer saw.")).toBeVisible();
  await expect(page.getByLabel("What else we should know")).toHaveValue("She looked twice.");
  await page.getByLabel("What your customer saw").selectOption("No data came");
  await page.getByRole("button", { name: "Report it" }).click();
  await expect(page.getByText("Being looked into")).toBeVisible();
  await expect(page.getByText("Answered by")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/purchases");
  await expect(page.getByText("Not received?")).toBeVisible();

  await signIn(desk);
  await page.goto(`/admin/cases?q=${ident}`);
  await page.locator(`a[href="/admin/cases/${ident}"]`).click();
  await expect(page.getByText("No data came. She looked twice.")).toBeVisible();
  await page.getByLabel("What you found").selectOption("It failed after all: money back");
  await page.getByLabel(/^What .* reads$/).fill("The network took it back.");
  await page.getByLabel("Note for us").fill("ticket 4411");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Answer", exact: true }).click();
  await expect(page.getByText("Reported as not received.")).toBeVisible();
  await expect(page.getByText("Money back").first()).toBeVisible();

  await signIn(reseller);
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByText("The money is back in your wallet.").first()).toBeVisible();
  await expect(page.getByText("The network took it back.", { exact: true })).toBeVisible();
  await expect(page.getByText("ticket 4411")).toBeHidden();
  await expectAccessible(page);
});
