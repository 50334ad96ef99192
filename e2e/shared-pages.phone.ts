import { savePlanPrice } from "#lib/price-list/save-plan-price";
import { expect, test } from "./fixtures.ts";
import { createTestShop } from "./test-shop.ts";

test("signs in on a page from memory, on which nothing but its own script runs", async ({
  page,
  people,
  allow,
}) => {
  const open = async () => (await page.goto("/sign-in"))?.headers()["content-security-policy"];
  // Another one where a change came in between.
  await expect
    .poll(open)
    .toMatch(/script-src localhost:\d+\/_next\/static\/( 'sha256-[^']+')+; style-src 'self'/);

  allow(/Content Security Policy/);
  const ran = await page.evaluate(async () => {
    const add = (change: (script: HTMLScriptElement) => void) =>
      new Promise<string>((resolve) => {
        const script = document.createElement("script");
        script.onerror = () => resolve("blocked");
        script.onload = () => resolve("loaded");
        change(script);
        document.body.append(script);
        if (!script.src) resolve(document.title === "attacked" ? "ran" : "blocked");
      });
    const inline = await add((script) => {
      script.textContent = "document.title = 'attacked'";
    });
    const file = await add((script) => {
      script.src = "/worker.js";
    });
    return [inline, file];
  });
  expect(ran).toEqual(["blocked", "blocked"]);

  const { email, password } = await people.reseller();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.getByRole("link", { name: "Wallet" }).first().click();
  await expect(page.getByRole("heading", { name: "Wallet" })).toBeVisible();
  await page.goto("/sign-in");
  await expect(page).toHaveURL(/\/home$/);
});

test("shows a shop's new price to customers whose page comes from memory", async ({ people, stage }) => {
  const shop = await createTestShop(stage, await people.reseller());
  const [offer] = shop.offers;
  if (!offer) throw new Error("The shop sells nothing.");
  const open = async () => (await fetch(`${stage.member.url}/s/${shop.slug}`)).text();
  await open();
  for (const value of ["1111", "1222", "1333"]) {
    await savePlanPrice(shop.owner, { planId: offer.planId, pricing: "fixed", value });
    await expect.poll(open).toContain(`1,${value.slice(1)}`);
  }
});
