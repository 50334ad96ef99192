import { parseMoney } from "#lib/core/money/money";
import type { RequestPurchase } from "./buyer.ts";

const DAY_LIMIT = /over today’s limit of [^\d<]*([\d,.]+)/;

/**
 * Buys as a browser without script does: reads the page's form, posts its action, and follows the redirect to the
 * purchase's page. The response only shows that the purchase was accepted, or that it would pass a limit of the day.
 */
export function createPageBuyer(cookie: string, priceOf: (planId: number) => bigint): RequestPurchase {
  return async (portal, { ref, planId, networkId, phone }) => {
    try {
      const page = await fetch(`${portal}/buy`, {
        headers: { Cookie: cookie },
        signal: AbortSignal.timeout(15_000),
      });
      if (!page.ok) return undefined;
      const form = readHiddenFields(await page.text());
      const fields = {
        ref,
        network: networkId,
        plan: planId,
        phone,
        price: priceOf(planId),
        again: "yes",
        intent: "confirm",
      };
      for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
      const answer = await fetch(`${portal}/buy`, {
        method: "POST",
        headers: { Cookie: cookie, Origin: portal },
        body: form,
        redirect: "manual",
        signal: AbortSignal.timeout(30_000),
      });
      const ident = /\/purchases\/(DT\w+)/.exec(answer.headers.get("location") ?? "")?.[1];
      if (ident) return { told: "pending", ident };
      const day = DAY_LIMIT.exec(await answer.text());
      return day ? { told: "rejected", reason: "day", limit: parseMoney(day[1] ?? "") } : undefined;
    } catch {
      return undefined;
    }
  };
}

/** The fields by which the framework knows which action a form without script means. */
export function readHiddenFields(html: string): FormData {
  const form = new FormData();
  for (const [tag] of html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1];
    if (name?.startsWith("$ACTION"))
      form.set(unescapeHtml(name), unescapeHtml(/value="([^"]*)"/.exec(tag)?.[1] ?? ""));
  }
  return form;
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
