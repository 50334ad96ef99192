import { expect, expectAccessible, test } from "./fixtures.ts";
import { displayTestPhone, findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";

const ACCOUNTS = ["8035550001", "8035550002"];

test("asks for the column of numbers, by keyboard, then shows the columns and reads others", async ({
  page,
  signIn,
  stage,
}) => {
  const person = await signIn();
  const plan = await findTestPlan(stage, testResellerCtx(stage, person));
  const numbers = [nextTestPhone(), nextTestPhone()];
  await page.goto("/batches");
  await page.locator("#paste").getByLabel("Default plan").selectOption(String(plan.id));
  await page
    .getByLabel("Phone numbers")
    .fill(numbers.map((number, n) => `${number},${ACCOUNTS[n]},Customer ${n}`).join("\n"));
  await page.locator("#paste").getByRole("button", { name: "Check rows" }).click();
  await expect(page.getByText("Choose the column of phone numbers")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Buy/ })).toHaveCount(0);
  await expectAccessible(page);

  const choice = page.getByLabel("Number", { exact: true });
  await choice.focus();
  await page.keyboard.press("ArrowDown");
  await expect(choice).toHaveValue("0");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Read these columns" }).press("Enter");
  await expect(page.getByText("Number: column A.")).toBeVisible();
  await expect(page.getByText(displayTestPhone(numbers[0] ?? ""))).toBeVisible();

  await page.getByText("Change columns").click();
  await page.getByLabel("Note", { exact: true }).selectOption("2");
  await page.getByRole("button", { name: "Read these columns" }).click();
  await expect(page.getByText("Number: column A. Note: column C.")).toBeVisible();
  await expect(page.getByText("Customer 1")).toBeVisible();
  await expectAccessible(page);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("keeps the chosen columns of customers", async ({ page, signIn }) => {
    await signIn();
    await page.goto("/customers/import");
    const number = nextTestPhone();
    await page.getByLabel("Customers").fill(`Name,Nickname,Phone\nAda Okafor,Mama Ada,${number}`);
    await page.locator("#paste").getByRole("button", { name: "Check rows" }).click();
    await expect(page.getByText("Number: column C. Name: column A.")).toBeVisible();
    await page.getByText("Change columns").click();
    await page.getByLabel("Name", { exact: true }).selectOption("1");
    await page.getByRole("button", { name: "Read these columns" }).click();
    await expect(page.getByText("Number: column C. Name: column B.")).toBeVisible();
    await expect(page.getByText("Mama Ada", { exact: true })).toBeVisible();
    await page.getByText("Change columns").click();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("1");
  });
});
