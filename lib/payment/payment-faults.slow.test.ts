import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { checkLedger } from "#lib/ledger/check-ledger";
import { getWallet } from "#lib/ledger/wallet";
import { runPaymentLanes } from "#lib/payment/testing/run-payment-lanes";
import { TEST_EFFORT } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import type { WebhookFault } from "#sandbox/payments/faults";
import { startPaymentProviders } from "#sandbox/payments/server";
import type { PaymentsLogEntry } from "#sandbox/payments/world";
import { PROVIDER_NAMES, type ProviderName } from "./providers/provider.ts";
import { startFunding } from "./start-funding.ts";
import { createSandboxProviders } from "./testing/sandbox-providers.ts";
import { handleProviderWebhook } from "./webhook/provider-webhook-route.ts";

/**
 * Every fault of a webhook × every outcome of a payment, at each provider. The provider's response to our request
 * decides the outcome, whatever happened to the webhook.
 */
let made = 0;

const at = await openScene();
const door = createServer(async (request, response) => {
  const name = request.url?.split("/")[1] ?? "";
  const headers = new Headers(Object.entries(request.headers).map(([key, value]) => [key, String(value)]));
  const body = Buffer.from(await buffer(request));
  const answer = await handleProviderWebhook(
    new Request("http://x/", { method: "POST", body, headers }),
    name,
    providers,
  );
  response.writeHead(answer.status).end();
});
await once(door.listen(0, "127.0.0.1"), "listening");
const webhooks = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
// Slow retries: a rejected webhook isn't sent again during a test.
const payments = await startPaymentProviders({ settings: { webhooks, haste: 1 } });
const providers = createSandboxProviders(payments);
afterAll(async () => {
  await payments?.close();
  door?.closeAllConnections();
  door?.close();
});

const ASKED = 500_000n;
type Named = { provider: ProviderName; reference: string };
const pay = (of: Named, more: { amount?: bigint; currency?: string } = {}) =>
  payments.control.do("pay", { ...of, method: "card", ...more });
const pending = async (of: Named) => {
  await payments.control.do("order", { fault: "pending", provider: of.provider });
  await pay(of);
};
const fail = (of: Named) => payments.control.do("fail", of);

interface Happening {
  /** The payer's actions; `later` come after the portal has checked. */
  first?: (of: Named) => Promise<unknown>;
  later?: (of: Named) => Promise<unknown>;
  /**
   * The final state of the payment and of its money (none where nothing was paid), and the wallet of 5,000.00 before
   * the fee.
   */
  state: string;
  money?: { state: string; suspense_reason: string | null };
  wallet: bigint;
}

const suspended = (reason: string) => ({
  state: "review",
  money: { state: "suspense", suspense_reason: reason },
  wallet: 0n,
});
const credited = { state: "paid", money: { state: "credited", suspense_reason: null }, wallet: ASKED };
const nothing = (state: string) => ({ state, wallet: 0n });

const HAPPENINGS: Record<string, Happening> = {
  "nobody pays": nothing("started"),
  "it is paid": { first: pay, ...credited },
  "less is paid": { first: (of) => pay(of, { amount: ASKED - 1n }), ...suspended("under_paid") },
  "more is paid": { first: (of) => pay(of, { amount: ASKED + 1n }), ...suspended("over_paid") },
  "it is paid in dollars": { first: (of) => pay(of, { currency: "USD" }), ...suspended("other_currency") },
  "it fails": { first: fail, ...nothing("failed") },
  "it is pending": { first: pending, ...nothing("started") },
  "it is pending, then fails": { first: pending, later: fail, ...nothing("failed") },
  "it is pending, then paid": {
    first: pending,
    later: (of) => payments.control.do("settle", of),
    ...credited,
  },
  "it fails, and is paid at the second try": { first: fail, later: pay, ...credited },
  "it is paid, and taken back at once": {
    first: async (of) => {
      await pay(of);
      await payments.control.do("reverse", of);
    },
    ...nothing("failed"),
  },
};

const FAULTS: (WebhookFault | "none")[] = [
  "none",
  "twice",
  "reordered",
  "late",
  "never",
  "before-redirect",
  "wrong-signature",
  "other-amount",
  "other-currency",
];

describe.each(PROVIDER_NAMES)("%s", (provider) => {
  // What follows a webhook is the same for all of them: a quick run has each fault at one provider.
  const share = FAULTS.filter(
    (_, n) => TEST_EFFORT.everyFault || n % PROVIDER_NAMES.length === PROVIDER_NAMES.indexOf(provider),
  );
  test.each(share)(
    "webhooks that come %s: each payment becomes what the provider says of it",
    async (fault) => {
      await payments.control.do("reset", {});
      // Of those out of order, one is held back by the next.
      const times = fault === "reordered" ? 1 : 99;
      if (fault !== "none") await payments.control.do("order", { fault, provider, times });
      const begun: (Happening & { what: string; ctx: Ctx; of: Named })[] = [];
      for (const [what, happening] of Object.entries(HAPPENINGS)) {
        made += 1;
        const { ctx } = await at.reseller("affiliate", 0n);
        const { reference } = await startFunding(
          ctx,
          { ref: `r${made}`, amount: ASKED, provider },
          providers,
        );
        begun.push({ ...happening, what, ctx, of: { provider, reference } });
      }
      const these = sql`(${sql.join(
        begun.map(({ of }) => sql`${of.reference}`),
        sql`, `,
      )})`;
      const look = () => sweepAll(these);
      const states = async () =>
        at.system.db.execute<{ reference: string; state: string }>(
          sql`select reference, state from payments where reference in ${these}`,
        );

      for (const { first, of } of begun) await first?.(of);
      await delivered();
      expect(new Set((await states()).map(({ state }) => state))).toEqual(new Set(["started"]));
      await look();
      for (const { later, of } of begun) await later?.(of);
      await delivered();
      await look();
      await payments.control.do("release", {});
      await delivered(true);
      await look();

      const log = await payments.control.log();
      for (const { what, ctx, of, state, money, wallet } of begun) {
        const transactions = await at.system.db.execute<
          Record<"state" | "gross" | "fee", string> & { suspense_reason: string | null }
        >(
          sql`select state, suspense_reason, gross, fee from provider_transactions where reference = ${of.reference}`,
        );
        const [{ state: became } = {}] = (await states()).filter(
          ({ reference }) => reference === of.reference,
        );
        const charged = chargedOf(log, of.reference);
        const gross = wallet === 0n ? 0n : wallet - BigInt(transactions[0]?.fee ?? 0);
        expect({
          what,
          became,
          known: transactions.map(({ state, suspense_reason }) => ({ state, suspense_reason })),
        }).toEqual({ what, became: state, known: money ? [money] : [] });
        expect((await getWallet(ctx)).wallet).toBe(gross);
        if (money) expect(transactions.map(({ gross }) => BigInt(gross))).toEqual(charged);
      }
      const stored = await at.system.db.execute<{ n: number }>(sql`
      select count(*)::int as n from provider_webhooks where received_at > now() - interval '1 day'
        and reference in (select reference from payments where reference = ${begun[1]?.of.reference})`);
      expect(stored).toEqual([{ n: fault === "never" || fault === "wrong-signature" ? 0 : 1 }]);
      expect((await checkLedger(at.system)).findings).toEqual([]);
    },
  );
});

/** The amount that the provider charged under a reference, by its own log. */
function chargedOf(log: PaymentsLogEntry[], of: string): bigint[] {
  return log.flatMap((entry) => (entry.what === "charged" && entry.reference === of ? [entry.amount] : []));
}

/** Waits until each webhook was tried as often as its fault says; late ones only once they are let go. */
async function delivered(released = false): Promise<void> {
  const wanted = ({ fault }: { fault: string | null }) =>
    fault === "never" || (fault === "late" && !released) ? 0 : fault === "twice" ? 2 : 1;
  await payments.control.waitForLog((log) =>
    log.every(
      (entry) => entry.what !== "webhook" || entry.fault === "reordered" || entry.tries >= wanted(entry),
    ),
  );
}

/** The sweep, at a moment when just these payments are due. */
async function sweepAll(these: SQL): Promise<void> {
  await at.system.db.execute(sql`
    update payments set next_check_at = case when reference in ${these} then now() end where next_check_at is not null`);
  await runPaymentLanes(at.system, providers);
}
