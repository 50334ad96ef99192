import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright/test";
import { buyTestPlan, listTestPlans, nextTestPhone, testResellerCtx } from "#e2e/test-purchases";
import { saveCustomer } from "#lib/customer/customer";
import { openSlowWindow } from "../slow-phone.ts";
import type { JobPlace, Jobs } from "./job.ts";

type Sql = JobPlace["system"]["database"]["sql"];

/** Regular customers, most of whom are saved by name. */
const REGULARS = ["Ada Obi", "Bola Ade", "Chidi Eze", "Danladi Musa", "", ""];
const POLL_INTERVAL_MS = 100;

/** A reseller's purchases on a phone: for a regular customer from home, and for a new number. */
export async function openBuyJobs({ system, browser, url }: JobPlace): Promise<Jobs> {
  const person = await system.people.reseller();
  const ctx = testResellerCtx(system, person);
  const plans = await listTestPlans(system, ctx);
  const [plan] = plans;
  if (!plan) throw new Error("The sandbox sells too little.");
  for (const [n, name] of REGULARS.entries()) {
    const phone = nextTestPhone();
    if (name) await saveCustomer(ctx, { phone, name });
    for (let times = 0; times < 2; times++) {
      await buyTestPlan(ctx, plans[n % plans.length] ?? plan, phone);
      await waitForSettlement(system.database.sql);
    }
  }
  const window = await openSlowWindow(browser, { url, cookie: await system.cookie(person) });
  return {
    list: [
      {
        name: "buy regular",
        goal: { taps: 2, seconds: 3 },
        async run() {
          await ageOpenPurchases(system.database.sql);
          return window.measure("/home", async ({ page, tap }) => {
            await tap(page.locator("[aria-labelledby=again] a").first());
            await tap(page.getByRole("button", { name: /^Send / }));
            await waitForDelivery(page);
          });
        },
      },
      {
        name: "buy new",
        goal: { seconds: 4 },
        run: () =>
          window.measure("/home", async ({ page, tap, type }) => {
            await tap(page.getByRole("link", { name: "Buy data" }).last());
            await tap(page.getByLabel("Phone number", { exact: true }));
            await type(nextTestPhone());
            await tap(page.getByRole("group", { name: "Plan" }).getByRole("radio").first());
            await tap(page.getByRole("button", { name: /^Send / }));
            await waitForDelivery(page);
          }),
      },
    ],
    [Symbol.asyncDispose]: () => window.close(),
  };
}

const waitForDelivery = (page: Page) => page.getByRole("heading", { name: "Delivered" }).waitFor();

async function waitForSettlement(sql: Sql): Promise<void> {
  const open = () => sql`select from purchases where settled_at is null limit 1`;
  while ((await open()).length > 0) await pause(POLL_INTERVAL_MS);
}

/** Lets the two minutes pass in which the same purchase asks whether it's a second one. */
async function ageOpenPurchases(sql: Sql): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update purchases set placed_at = placed_at - interval '1 day' where placed_at > now() - interval '2 minutes'`;
  });
}
