import { globSync } from "node:fs";
import { TEST_EFFORT } from "#lib/testing/effort";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { createPageData } from "./page-data.ts";
import { resolveAddresses } from "./resolve-address.ts";

/** Other tests open admin pages on a desktop and all else on a phone; this one does the reverse, in dark mode. */
test(
  "a page fits the size of screen that it is seen less on, and is accessible there",
  { tag: "@share" },
  async ({ page, people, signIn, stage, allow }, info) => {
    allow(/404/);
    const isAdmin = info.project.name === "phone";
    const all = globSync("app/**/page.tsx").filter((file) => file.startsWith("app/admin/") === isAdmin);
    const files = all.sort().filter((_, n) => n % TEST_EFFORT.everyNthPage === 0);
    expect(all.length).toBeGreaterThan(20);
    const owner = await people.reseller();
    const places = await createPageData(stage, owner);
    await signIn(isAdmin ? await people.admin() : owner);
    for (const path of files.flatMap((file) => resolveAddresses(file, places))) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole("heading").first()).toBeVisible();
        // Not `innerWidth`: on a phone it grows with a page that is too wide.
        const needed = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(needed, "no wider than the screen").toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
        await expectAccessible(page, "dark");
      });
    }
  },
);
