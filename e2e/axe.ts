import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import { expect, type Page } from "playwright/test";

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Rules whose violations are never serious, and which take a quarter of axe's time. */
const MILD_RULES = [
  ...["region", "heading-order", "page-has-heading-one", "skip-link", "landmark-one-main", "landmark-unique"],
  ...["landmark-no-duplicate-main", "landmark-no-duplicate-banner", "landmark-no-duplicate-contentinfo"],
  ...["landmark-main-is-top-level", "landmark-banner-is-top-level", "landmark-contentinfo-is-top-level"],
  ...["aria-allowed-role", "aria-deprecated-role", "presentation-role-conflict", "image-redundant-alt"],
  ...["form-field-multiple-labels", "empty-table-header", "table-duplicate-name"],
];

/** A page is without its title for a moment while another takes its place, so that is waited for instead. */
const SKIPPED_RULES = [...MILD_RULES, "document-title"];

/** Reports violations only, and skips frames and remote styles, which no page has: this saves half of axe's time. */
const AXE_OPTIONS: RunOptions = {
  resultTypes: ["violations"],
  selectors: false,
  iframes: false,
  preload: false,
  rules: disableRules(SKIPPED_RULES),
};

/** Reading every colour takes half of axe's time. */
const NO_COLOUR_OPTIONS: RunOptions = {
  ...AXE_OPTIONS,
  rules: disableRules([...SKIPPED_RULES, "color-contrast"]),
};

function disableRules(ids: string[]): RunOptions["rules"] {
  return Object.fromEntries(ids.map((id) => [id, { enabled: false }]));
}

/**
 * Fails when axe finds something serious or critical on the page. Colours are for pages.both.ts, which looks at each page
 * in dark: light has the same pairs, and app/ui/palette.test.ts holds those of both against each other.
 */
export async function expectAccessible(page: Page, colorScheme: "light" | "dark" = "light"): Promise<void> {
  await expect(page).toHaveTitle(/./);
  await page.evaluate(disableTransitions);
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${AXE_SOURCE}; undefined`);
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(waitForAnimations);
  expect(
    await page.evaluate(findSeriousViolations, colorScheme === "dark" ? AXE_OPTIONS : NO_COLOUR_OPTIONS),
    `axe, ${colorScheme}`,
  ).toEqual([]);
}

/** The window of a page that has axe. */
interface AxeWindow {
  axe: { run(on: Document, options: RunOptions): Promise<AxeResults> };
}

/** Runs in the page. @returns the serious and critical violations with their elements. */
async function findSeriousViolations(options: RunOptions) {
  const { axe } = window as unknown as AxeWindow;
  const { violations } = await axe.run(document, options);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => ({ id, help, at: nodes.map((node) => node.html) }));
}

/** Runs in the page: colours change at once, instead of one after the other down the tree. */
function disableTransitions(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after { transition: none !important }");
  document.adoptedStyleSheets = [sheet];
}

/**
 * Runs in the page: resolves when it is drawn as it should be, and no colour is on its way to another any more. The end
 * of one may begin that of what inherits it.
 */
async function waitForAnimations(): Promise<void> {
  for (;;) {
    for (let frames = 2; frames > 0; frames--) await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    if (ending.length === 0) return;
    await Promise.allSettled(ending.map(({ finished }) => finished));
  }
}
