import type { BrowserContext } from "playwright/test";
import { expect, test } from "./fixtures.ts";

/** Taps a notification about `path`, as the browser's own event can't be made: its windows take the focus at once. */
async function tapNotification(context: BrowserContext, path: string): Promise<string[]> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("There is no service worker.");
  return worker.evaluate(async (path) => {
    const scope = globalThis as unknown as {
      clients: { openWindow(path: string): Promise<null> };
      WindowClient: { prototype: object };
      ExtendableEvent: new (kind: string) => Event & { waitUntil(work: Promise<unknown>): void };
    };
    const opened: string[] = [];
    scope.clients.openWindow = async (path) => {
      opened.push(path);
      return null;
    };
    Object.defineProperty(scope.WindowClient.prototype, "focus", {
      async value() {
        return this;
      },
    });
    const event = new scope.ExtendableEvent("notificationclick");
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.defineProperties(event, {
      notification: { value: { close: () => {}, data: { path } } },
      waitUntil: { value: (work: Promise<unknown>) => void work.finally(resolve) },
    });
    globalThis.dispatchEvent(event);
    await promise;
    return opened;
  }, path);
}

test("a tap on a notification never leaves a form that was begun", async ({ browser, people, stage }) => {
  const person = await people.reseller();
  const context = await browser.newContext({ serviceWorkers: "allow", baseURL: stage.member.url });
  await people.signIn(context, person, stage.member.url);
  const page = await context.newPage();
  await page.goto("/buy");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const number = page.getByRole("textbox", { name: /number/i }).first();
  await number.fill("08031234567");
  expect(await tapNotification(context, "/notifications")).toEqual(["/notifications"]);
  await expect(page).toHaveURL(/\/buy/);
  await expect(number).toHaveValue(/0803/);

  // The system opened the app's first page instead of the path.
  const secondPage = await context.newPage();
  await secondPage.goto("/home");
  await expect(secondPage).toHaveURL(/\/notifications$/);
  await secondPage.goto("/home");
  await expect(secondPage).toHaveURL(/\/home$/);
  await secondPage.close();

  await number.fill("");
  expect(await tapNotification(context, "/notifications")).toEqual([]);
  await expect(page).toHaveURL(/\/notifications$/);
  await context.close();
});
