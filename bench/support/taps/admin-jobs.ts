import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright/test";
import { buyTestPlan, findTestPlan, nextTestPhone, testResellerCtx } from "#e2e/test-purchases";
import { formatDecimal } from "#lib/core/money/money";
import { openDeliveryIssue } from "#lib/issue/open-delivery-issue";
import { type Hand, openSlowWindow } from "../slow-phone.ts";
import type { JobPlace, Jobs } from "./job.ts";

const POLL_INTERVAL_MS = 100;
const REASON = "checked";

/** Decisions of an admin on a laptop, and a reseller’s question about an amount on a phone. */
export async function openAdminJobs({ system, browser, url }: JobPlace): Promise<Jobs> {
  const person = await system.people.reseller();
  const ctx = testResellerCtx(system, person);
  const plan = await findTestPlan(system, ctx, 4);
  const cookie = await system.cookie(await system.people.admin());
  const admin = await openSlowWindow(browser, { url, cookie, desktop: true });
  const reseller = await openSlowWindow(browser, { url, cookie: await system.cookie(person) });

  const buy = async (state: "successful" | "unconfirmed", phone = nextTestPhone()): Promise<string> => {
    const { ident } = await buyTestPlan(ctx, plan, phone);
    const isThere = () =>
      system.database.sql`select from purchases where ident = ${ident} and state = ${state}`;
    while ((await isThere()).length === 0) await pause(POLL_INTERVAL_MS);
    return ident;
  };
  const complainant = nextTestPhone("4321");
  const complaint = await buy("successful", complainant);
  let price = plan.price;
  return {
    list: [
      {
        name: "complaint to purchase",
        run: () =>
          admin.measure("/admin", async (hand) => {
            await search(hand, complainant.slice(-4));
            await hand.page.waitForURL(`**/admin/purchases/${complaint}`);
          }),
      },
      {
        name: "decide an unconfirmed one",
        async run() {
          await buy("successful");
          const phone = nextTestPhone();
          await system.upstream.control.order("reset", { phone });
          const ident = await buy("unconfirmed", phone);
          return admin.measure(`/admin/review/queue?item=unconfirmed.${ident}`, async (hand) => {
            await hand.press("r");
            await decide(hand, "Reason");
          });
        },
      },
      {
        name: "delivery issue with refund",
        async run() {
          const ident = await buy("successful");
          await openDeliveryIssue(ctx, { ident, symptom: "nothing", details: "" });
          return admin.measure(`/admin/review/queue?item=issue.${ident}`, async (hand) => {
            await hand.press("r");
            await waitForFocus(hand.page, "Message to");
            await hand.type("It was refunded.");
            await hand.tap(hand.page.getByLabel("Internal note"));
            await decide(hand, "Internal note");
          });
        },
      },
      {
        name: "price change",
        run: () =>
          admin.measure(
            `/admin/catalogue/prices?words=${encodeURIComponent(`#${plan.id}`)}`,
            async (hand) => {
              const { page, tap, type, press } = hand;
              price += 100n;
              await tap(page.locator(`input[name="${plan.id}.affiliate"]`));
              await press("ControlOrMeta+a");
              await type(formatDecimal(price));
              await tap(page.getByRole("button", { name: "Preview changes" }));
              await tap(page.getByLabel("Reason", { exact: true }).filter({ visible: true }));
              await type(REASON);
              await tap(page.getByRole("button", { name: /^Save \d+ prices?$/ }));
              await page.getByText(/^Saved\. /).waitFor();
            },
          ),
      },
      {
        name: "credit a wallet",
        run: () =>
          admin.measure(`/admin/wallets/${person.id}`, async ({ page, tap, type }) => {
            await tap(page.getByRole("button", { name: "Credit", exact: true }));
            const dialog = page.locator("dialog[open]");
            await tap(dialog.getByLabel("Amount"));
            await type("500");
            await tap(dialog.getByLabel("Reason"));
            await type(REASON);
            await tap(dialog.getByRole("button", { name: "Credit wallet", exact: true }));
            await dialog.getByText(/New balance: /).waitFor();
          }),
      },
      {
        name: "find the purchase of an amount",
        run: () =>
          reseller.measure("/purchases", async ({ page, tap, type, press }) => {
            await tap(page.getByRole("searchbox"));
            await type(formatDecimal(plan.price));
            await press("Enter");
            await page.waitForURL(/[?&]q=/);
            await tap(page.locator("a[href^='/purchases/DT']").filter({ visible: true }).first());
            await page.locator("#state").waitFor();
          }),
      },
    ],
    async [Symbol.asyncDispose]() {
      await Promise.all([admin.close(), reseller.close()]);
    },
  };
}

async function search({ page, press, type }: Hand, text: string): Promise<void> {
  await press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).waitFor();
  await type(text);
  await page.getByRole("dialog").getByRole("option").first().waitFor();
  await press("Enter");
}

/** Enters the reason into the focused field, sends the form and waits for the result, which gets the focus. */
async function decide({ page, press, type }: Hand, field: string): Promise<void> {
  await waitForFocus(page, field);
  await type(REASON);
  await press("Control+Enter");
  await page.locator("[role=status]:focus, :focus:has-text('refunded')").waitFor();
}

const waitForFocus = (page: Page, label: string) =>
  page.waitForFunction((text) => {
    const field = document.activeElement;
    return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
      ? [...(field.labels ?? [])].some((each) => each.textContent?.includes(text))
      : false;
  }, label);
