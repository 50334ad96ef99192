import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import { expect, type Page } from "playwright/test";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What is never serious, and takes a quarter of axe's time. */
const MILD = [
  ...["region", "heading-order", "page-has-heading-one", "skip-link", "landmark-one-main", "landmark-unique"],
  ...["landmark-no-duplicate-main", "landmark-no-duplicate-banner", "landmark-no-duplicate-contentinfo"],
  ...["landmark-main-is-top-level", "landmark-banner-is-top-level", "landmark-contentinfo-is-top-level"],
  ...["aria-allowed-role", "aria-deprecated-role", "presentation-role-conflict", "image-redundant-alt"],
  ...["form-field-multiple-labels", "empty-table-header", "table-duplicate-name"],
];

/** Only what is wrong is told, and no page has frames or fetches what it looks like from elsewhere: half of axe's time. */
const BRIEFLY: RunOptions = {
  ...{ resultTypes: ["violations"], selectors: false, iframes: false, preload: false },
  rules: off(MILD),
};

/** Reading every colour takes half of axe's time. */
const COLOURLESS: RunOptions = { ...BRIEFLY, rules: off([...MILD, "color-contrast"]) };

function off(ids: string[]): RunOptions["rules"] {
  return Object.fromEntries(ids.map((id) => [id, { enabled: false }]));
}

/**
 * Fails when axe finds something serious or critical on the page. Colours are for pages.both.ts, which looks at each page
 * in dark: light has the same pairs, and app/ui/palette.test.ts holds those of both against each other.
 */
export async function expectAccessible(page: Page, colorScheme: "light" | "dark" = "light"): Promise<void> {
  await expect(page).toHaveTitle(/./);
  await page.evaluate(still);
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${SOURCE}; undefined`);
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(settled);
  expect(
    await page.evaluate(grave, colorScheme === "dark" ? BRIEFLY : COLOURLESS),
    `axe, ${colorScheme}`,
  ).toEqual([]);
}

/** The window of a page that has axe. */
interface Checked {
  axe: { run(on: Document, options: RunOptions): Promise<AxeResults> };
}

/** Runs in the page: what is serious or critical, and where. */
async function grave(options: RunOptions) {
  const { axe } = window as unknown as Checked;
  const { violations } = await axe.run(document, options);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => ({ id, help, at: nodes.map((node) => node.html) }));
}

/** Runs in the page: colours change at once, instead of one after the other down the tree. */
function still(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after { transition: none !important }");
  document.adoptedStyleSheets = [sheet];
}

/**
 * Runs in the page: resolves when it is drawn as it should be, and no colour is on its way to another any more. The end
 * of one may begin that of what inherits it.
 */
async function settled(): Promise<void> {
  for (;;) {
    for (let frames = 2; frames > 0; frames--) await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    if (ending.length === 0) return;
    await Promise.allSettled(ending.map(({ finished }) => finished));
  }
}
