import { globSync } from "node:fs";
import { EFFORT } from "#lib/testing/effort";
import { address } from "./address.ts";
import { everyPlace } from "./every-place.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";

/** The other tests look at the desk on a desktop and at all else on a phone; this one looks the other way round, in dark. */
test(
  "a page fits the size of screen that it is seen less on, and is accessible there",
  { tag: "@share" },
  async ({ page, people, signIn, stage, allow }, info) => {
    allow(/404/);
    const desk = info.project.name === "phone";
    const all = globSync("app/**/page.tsx").filter((file) => file.startsWith("app/admin/") === desk);
    const files = all.sort().filter((_, n) => n % EFFORT.everyNthPage === 0);
    expect(all.length).toBeGreaterThan(20);
    const owner = await people.reseller();
    const places = await everyPlace(stage, owner);
    await signIn(desk ? await people.admin() : owner);
    for (const file of files) {
      await test.step(address(file, places), async () => {
        await page.goto(address(file, places));
        await expect(page.getByRole("heading").first()).toBeVisible();
        const [needed, there] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        expect(needed, "no wider than the screen").toBeLessThanOrEqual(there ?? 0);
        await expectAccessible(page, "dark");
      });
    }
  },
);
