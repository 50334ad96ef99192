import { beginRun } from "#lib/bulk/run";
import { workbook } from "#lib/bulk/testing/workbook";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { aPlan, freshPhone, shopper, shown } from "./shopping.ts";

test("a list is pasted, put right, confirmed and followed to its end; the same confirmation again buys nothing", async ({
  page,
  signIn,
  stage,
}) => {
  const person = await signIn();
  const plan = await aPlan(stage, shopper(stage, person));
  const [good, fails, wrong] = [freshPhone(), freshPhone("0001"), freshPhone()];
  await page.goto("/buy");
  await page.getByRole("link", { name: "Many at once" }).click();
  await page
    .getByLabel("Numbers")
    .fill(`${good}, ${plan.id}, For Ada\n${fails}, GB\n12345, ${plan.id}\n${good}, ${plan.id}`);
  await page.locator("#paste").getByRole("button", { name: "Check the list" }).click();
  await expect(page.getByRole("heading", { name: "4 numbers" })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole("button", { name: /^Buy 1 for/ })).toBeVisible();

  await page.getByLabel("“GB”: 1 row").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Use it" }).click();
  await expect(page.getByRole("button", { name: /^Buy 2 for/ })).toBeVisible();
  await page.getByRole("link", { name: "Change row 3" }).click();
  await page.getByLabel("Number of row 3").fill(wrong);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: /^Buy 3 for/ })).toBeVisible();
  await page.getByRole("button", { name: "Remove row 4" }).click();
  await expect(page.getByText("Every row is ready.")).toBeVisible();

  const confirm = page.getByRole("button", { name: /^Buy 3 for/ });
  await confirm.click();
  await expect(page.getByText("Done", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText(shown(good))).toBeVisible();
  await expect(page.getByText("Failed, money back").first()).toBeVisible();
  const run = Number(new URL(page.url()).pathname.split("/").at(-1));
  await beginRun(shopper(stage, person), { id: run, version: 1 });
  await page.goto(`/purchases?run=${run}`);
  await expect(page.getByRole("row").filter({ hasText: "0803" })).toHaveCount(3);

  await page.goto(`/bulk/${run}?show=failed`);
  await page.getByRole("button", { name: "Try the 1 failed again" }).click();
  await expect(page.getByRole("button", { name: /^Buy 1 for/ })).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a spreadsheet is checked, begun and listed; one that cannot be read says so", async ({
    page,
    signIn,
    stage,
  }) => {
    const person = await signIn();
    const plan = await aPlan(stage, shopper(stage, person));
    await page.goto("/bulk");
    const send = async (name: string, buffer: Buffer) => {
      await page
        .getByLabel("Spreadsheet")
        .setInputFiles({ name, mimeType: "application/octet-stream", buffer });
      await page.locator("#file").getByRole("button", { name: "Check the list" }).click();
    };
    await send("broken.xlsx", Buffer.from("PK and nothing else"));
    await expect(page.getByText("This is no list that can be read.").first()).toBeVisible();
    const row = `<row><c><v>${freshPhone().slice(1)}</v></c><c><v>${plan.id}</v></c></row>`;
    await send("january.xlsx", workbook(row));
    await expect(page.getByRole("heading", { name: "january.xlsx" })).toBeVisible();
    await page.getByRole("button", { name: /^Buy 1 for/ }).click();
    await page.goto("/bulk");
    await expect(page.getByRole("link", { name: "january.xlsx" })).toBeVisible();
    await expect(page.getByText("Not begun")).toHaveCount(0);
  });
});
