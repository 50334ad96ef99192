import type { Page } from "playwright/test";

/** Forgets the page's session after leaving the page: the event stream of an open one would be answered 401. */
export async function leaveSignedOut(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}
