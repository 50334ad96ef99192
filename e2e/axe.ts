import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "playwright/test";

/** What differs between light and dark: only colours do. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Fails when axe finds something serious or critical on the page, in light or by its colours in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/./);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(settled);
    // No page has frames, for which axe would open a second page each time.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (colorScheme === "dark" ? axe.withRules(COLOURS) : axe).analyze();
    const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    const found = grave.map(({ id, help, nodes }) => ({ id, help, at: nodes.map((node) => node.html) }));
    expect(found, `axe, ${colorScheme}`).toEqual([]);
  }
}

/** Runs in the page: resolves when it is drawn as it should be, and no colour is on its way to another any more. */
async function settled(): Promise<void> {
  for (let frames = 2; frames > 0; frames--) await new Promise(requestAnimationFrame);
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
