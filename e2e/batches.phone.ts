import { startBatch } from "#lib/batch/batch";
import { createWorkbook } from "#lib/spreadsheet/testing/workbook";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { displayTestPhone, findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";

test("pastes, corrects, confirms and follows a batch; confirming it again buys nothing", async ({
  page,
  signIn,
  stage,
}) => {
  const person = await signIn();
  const plan = await findTestPlan(stage, testResellerCtx(stage, person));
  const [good, fails, wrong] = [nextTestPhone(), nextTestPhone("0001"), nextTestPhone()];
  await page.goto("/buy");
  await page.getByRole("link", { name: "Buy a batch" }).click();
  await page
    .getByLabel("Phone numbers")
    .fill(`${good}, ${plan.id}, For Ada\n${fails}, GB\n12345, ${plan.id}\n${good}, ${plan.id}`);
  await page.locator("#paste").getByRole("button", { name: "Check rows" }).click();
  await expect(page.getByRole("heading", { name: "4 numbers" })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText("1 of 4 rows ready, 3 to repair")).toBeVisible();
  const unclear = page.getByLabel("“GB”, MTN: 1 row");
  const pay = page.getByRole("button", { name: /^Buy 1 for/ });
  await expect(pay).toBeVisible();
  expect(await unclear.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(
    await pay.evaluate((element) => element.getBoundingClientRect().top),
  );

  await unclear.selectOption({ index: 1 });
  await page.getByRole("button", { name: "Use plan" }).click();
  await expect(page.getByRole("button", { name: /^Buy 2 for/ })).toBeVisible();
  await page.getByRole("link", { name: "Change row 3" }).click();
  await page.getByLabel("Phone number in row 3").fill(wrong);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: /^Buy 3 for/ })).toBeVisible();
  await page.getByRole("button", { name: "Remove row 4" }).click();
  await expect(page.getByText("All rows are ready.")).toBeVisible();

  const confirm = page.getByRole("button", { name: /^Buy 3 for/ });
  await confirm.click();
  await expect(page.getByText("Partly delivered", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText(displayTestPhone(good))).toBeVisible();
  await expect(page.getByText("Failed, refunded").first()).toBeVisible();
  const address = await page.getByRole("link", { name: "Tell customer" }).getAttribute("href");
  expect(new URL(address ?? "").searchParams.get("text")).toMatch(
    new RegExp(`^2 of 3 delivered:\n${displayTestPhone(good)}, .*: delivered\n`),
  );
  const run = Number(new URL(page.url()).pathname.split("/").at(-1));
  await startBatch(testResellerCtx(stage, person), { id: run, version: 1 });
  await page.goto(`/purchases?run=${run}`);
  await expect(page.getByRole("row").filter({ hasText: "0803" })).toHaveCount(3);

  await page.goto(`/batches/${run}?show=failed`);
  await page.getByRole("button", { name: "Retry 1 failed row" }).click();
  await expect(page.getByRole("button", { name: /^Buy 1 for/ })).toBeVisible();
});

test("sets the plan of every spelling of a size with one tap", async ({ page, signIn }) => {
  await signIn();
  const [one, two, three] = [nextTestPhone(), nextTestPhone(), nextTestPhone()];
  await page.goto("/batches");
  await page.getByLabel("Phone numbers").fill(`${one} 1gb\n${two} 1 gig\n${three} 1000mb`);
  await page.locator("#paste").getByRole("button", { name: "Check rows" }).click();
  const unclear = page.getByRole("group", { name: /“1gb”.*, MTN: 3 rows$/ });
  await expect(unclear.getByText(/“1 gig”/)).toBeVisible();
  await unclear.getByRole("button").first().click();
  await expect(unclear).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Buy 3 for/ })).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("checks, starts and lists a spreadsheet, and explains an unreadable one", { tag: "@prove" }, async ({
    page,
    signIn,
    stage,
  }) => {
    const person = await signIn();
    const plan = await findTestPlan(stage, testResellerCtx(stage, person));
    await page.goto("/batches");
    const send = async (name: string, buffer: Buffer) => {
      await page
        .getByLabel("Spreadsheet")
        .setInputFiles({ name, mimeType: "application/octet-stream", buffer });
      await page.locator("#file").getByRole("button", { name: "Check rows" }).click();
    };
    await page.getByText("Upload a file", { exact: true }).click();
    await send("broken.xlsx", Buffer.from("PK and nothing else"));
    await expect(page.getByText("We can’t read this file.").first()).toBeVisible();
    const row = `<row><c><v>${nextTestPhone().slice(1)}</v></c><c><v>${plan.id}</v></c></row>`;
    await send("january.xlsx", createWorkbook(row));
    await expect(page.getByRole("heading", { name: "january.xlsx" })).toBeVisible();
    await page.getByRole("button", { name: /^Buy 1 for/ }).click();
    await page.goto("/batches");
    await expect(page.getByRole("link", { name: "january.xlsx" })).toBeVisible();
    await expect(page.getByText("Draft")).toHaveCount(0);
  });
});
