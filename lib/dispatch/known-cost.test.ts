import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { getLevelPrice } from "#lib/catalogue/price/price";
import { isSameText } from "#lib/catalogue/text-key";
import { PortalError } from "#lib/core/error";
import { type BatchPurchaseRequest, placeBatchPurchases } from "#lib/purchase/place/place-batch-purchases";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { cancelBatchPurchases } from "#lib/purchase/settle/cancel-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { confirmRouteCost, matchRoute } from "#lib/supplier/match-route";
import { addSupplier } from "#lib/supplier/save-supplier";
import { syncCatalogue, syncSupplier } from "#lib/supplier/sync-supplier";
import { confirmAllMatches } from "#lib/supplier/testing/confirm-all-matches";
import { supplierForm } from "#lib/supplier/testing/second-supplier";
import { TEST_EFFORT, TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { type Sandbox, startSandbox } from "#sandbox/server";
import { sendClaimedPurchase } from "./send-claimed-purchase.ts";
import { claimNext } from "./testing/claim-next.ts";
import { resetSending } from "./testing/reset-sending.ts";

type Service = "main" | "second";
type Texts = Record<"size" | "volume" | "validity", string>;
type Bundle = Texts & { networkId: number; cost: bigint; active: boolean };

const [at, sandbox] = await Promise.all([openScene(), startSandbox({ tokens: [{ token: "second" }] })]);
afterAll(() => sandbox.close());
vi.spyOn(process.stderr, "write").mockReturnValue(true);
const admin = await at.admin();
const { ctx: buyer } = await at.reseller("affiliate", 900_000_000n);
const second = (await addSupplier(admin, supplierForm(sandbox, { perMinute: 100_000 }))).id;
await confirmAllMatches(admin, second);
const ids = { main: MAIN_SUPPLIER_ID, second };
const controls: Record<Service, Sandbox["control"] | typeof at.sandbox> = {
  main: at.sandbox,
  second: sandbox.control,
};
const PLANS = [0, 1].map((n) => at.offered(n));
const sent = { main: 0, second: 0 };
let refs = 0;
/** Batches of which some rows were placed, and others left for later. */
let partlyPlaced = 0;

/** The bundles of a service now, and by its last list and responses, and whether that list is too old. */
let world: Record<Service, { sells: Map<number, Bundle>; known: Map<number, Bundle>; isOld: boolean }>;

async function begin(): Promise<void> {
  await Promise.all(Object.values(controls).map((control) => control.reset()));
  await sandbox.control.settings({ purchasesPerMinute: 1_000_000 });
  await at.sandbox.settings({ purchasesPerMinute: 1_000_000 });
  for (const id of await listQueued())
    await settlePurchase(at.system, {
      purchaseId: id,
      from: ["queued"],
      to: "failed",
      by: "cancelled",
      outcome: "The history ended.",
    });
  await at.system.db.execute(sql`delete from routes`);
  await syncCatalogue(at.system);
  await at.system.db.execute(sql`update suppliers set enabled = true, rank = 1`);
  await resetSending(at.system);
  await at.system.db.execute(sql`update dispatcher set routing = 'rank'`);
  await syncSupplier(admin, { id: second });
  const bundles = async (control: (typeof controls)[Service]) =>
    new Map(
      (await control.plans()).plans
        .filter(({ id }) => PLANS.some(({ planId }) => planId === id))
        .map(({ id, networkId, size, volume, validity, prices }) => [
          id,
          { networkId, size: String(size), volume, validity, cost: prices.api, active: true },
        ]),
    );
  const [main, other] = [await bundles(controls.main), await bundles(controls.second)];
  world = {
    main: { sells: main, known: new Map(main), isOld: false },
    second: { sells: other, known: new Map(other), isOld: false },
  };
}

async function listQueued(): Promise<number[]> {
  const rows = await at.system.db.execute<{ id: string }>(
    sql`select id from purchases where state = 'queued'`,
  );
  return rows.map(({ id }) => Number(id));
}

const planAt = (n: number) => PLANS[n]?.planId ?? 0;
const costOf = (n: number) => at.catalogue.plans.get(planAt(n))?.amounts.api ?? 0n;

interface Action {
  what:
    | "price"
    | "texts"
    | "delist"
    | "list"
    | "age"
    | "confirm"
    | "match"
    | "turn"
    | "stop"
    | "buy"
    | "batch"
    | "cancel"
    | "send";
  service: Service;
  n: number;
  percent: bigint;
  texts: Partial<Texts>;
}

const action = fc.record<Action>({
  what: fc.constantFrom(
    ...(["price", "texts", "delist", "list", "age", "confirm", "match", "turn", "stop"] as const),
    ...(["buy", "batch", "cancel", "send", "buy", "send", "list", "batch"] as const),
  ),
  service: fc.constantFrom("main", "second"),
  n: fc.integer({ min: 0, max: PLANS.length - 1 }),
  percent: fc.constantFrom(60n, 97n, 100n, 102n, 110n, 400n),
  texts: fc.constantFrom({ size: "700" }, { size: "500" }, { validity: "1 Day" }, { validity: "7 Days" }),
});

async function act({ what, service, n, percent, texts }: Action): Promise<void> {
  const { sells, known } = world[service];
  const [id, own] = [planAt(n), world[service]];
  const bundle = sells.get(id);
  if (!bundle) throw new Error(`no plan ${id}`);
  switch (what) {
    case "price":
      await controls[service].setPlan({ id, prices: { api: (costOf(n) * percent) / 100n } });
      sells.set(id, { ...bundle, cost: (costOf(n) * percent) / 100n });
      return;
    case "texts":
      await controls[service].setPlan({ id, ...texts });
      sells.set(id, { ...bundle, ...texts });
      return;
    case "delist":
      await controls[service].setPlan({ id, active: !bundle.active });
      sells.set(id, { ...bundle, active: !bundle.active });
      return;
    case "list":
      await (service === "main" ? syncCatalogue(at.system) : syncSupplier(admin, { id: second }));
      own.isOld = false;
      for (const [planId, listed] of sells) known.set(planId, listed);
      return;
    case "age":
      own.isOld = true;
      await at.system.db.execute(
        service === "main"
          ? sql`update suppliers set synced_at = now() - interval '2 days' where id = 1`
          : sql`update suppliers set synced_at = now() - interval '2 days' where id = ${second}`,
      );
      return;
    case "confirm":
      return service === "main" ? confirmMain(id) : confirmSecond(id);
    case "match":
      return match(id);
    case "turn":
      await at.system.db.execute(sql`
        update suppliers set enabled = not enabled where id = ${ids[service]}
          and (not enabled or exists (select from suppliers o where o.enabled and o.id <> suppliers.id))`);
      await at.system.db.execute(sql`update suppliers set rank = ${percent}::int where id = ${ids[service]}`);
      return;
    case "stop":
      await at.system.db.execute(sql`
        update supplier_sending set stopped = not stopped, stop_reason = 'tried', stopped_at = now()
        where supplier_id = ${service === "main" ? MAIN_SUPPLIER_ID : second}`);
      return;
    case "buy":
      return buy(n);
    case "batch":
      return buyBatch();
    case "cancel":
      await cancelBatchPurchases(buyer, BATCH_ID);
      return;
    case "send":
      return send(service);
  }
}

async function confirmMain(planId: number): Promise<void> {
  const plan = (await getCatalogue(at.system)).plans.get(planId);
  const route = { supplierId: MAIN_SUPPLIER_ID, supplierPlanId: planId };
  if (plan?.doubt) await confirmRouteCost(admin, { ...route, cost: plan.ownCost ?? 0n });
}

const keyOf = (supplierPlanId: number) => ({ supplierId: second, supplierPlanId });

async function confirmSecond(planId: number): Promise<void> {
  const [route] = await at.system.db.execute<{ cost: string }>(
    sql`select cost from routes where supplier_id = ${second} and supplier_plan_id = ${planId}`,
  );
  await confirmRouteCost(admin, { ...keyOf(planId), cost: BigInt(route?.cost ?? 0) });
}

/** An admin matches only what the two last lists call the same bundle. */
async function match(planId: number): Promise<void> {
  const [ours, theirs] = [world.main.known.get(planId), world.second.known.get(planId)];
  const isSame = ours && theirs && isSameBundle(ours, theirs);
  await matchRoute(admin, { ...keyOf(planId), planId: isSame ? planId : "none" });
}

const isSameBundle = (a: Texts, b: Texts) =>
  isSameText(a.size + a.volume, b.size + b.volume) && isSameText(a.validity, b.validity);

async function buy(n: number): Promise<void> {
  refs += 1;
  const { planId, networkId } = PLANS[n] ?? at.offered(0);
  const input = { ref: `h${refs}`, phone: "08031234567", channel: "web" as const, again: true };
  await placePurchase(buyer, { ...input, planId, networkId });
}

const BATCH_ID = 1;

/** A batch of mixed plans: rows of one that no supplier delivers now are left for later. */
async function buyBatch(): Promise<void> {
  const { plans } = await getCatalogue(at.system);
  const requests = [0, 1, 0, 1, 1, 0].flatMap((n): BatchPurchaseRequest[] => {
    const plan = plans.get(planAt(n));
    refs += 1;
    const price = plan && getLevelPrice(plan, "affiliate");
    return price ? [{ ref: `h${refs}`, phone: "+2348031234567", planId: planAt(n), price, again: true }] : [];
  });
  const { placed } = await placeBatchPurchases(buyer, BATCH_ID, requests);
  if (placed.length > 0 && placed.length < requests.length) partlyPlaced += 1;
}

/** The held money is that of open purchases: the database rejects a commit otherwise, and this finds a guard that fails. */
async function expectHeldForOpenPurchases(): Promise<void> {
  const rows = await at.system.db.execute(sql`
    select w.held, coalesce(sum(p.price) filter (where p.state in ('queued', 'sending', 'unconfirmed')), 0) as open
    from wallets w left join purchases p using (reseller_id) group by w.reseller_id, w.held
    having w.held <> coalesce(sum(p.price) filter (where p.state in ('queued', 'sending', 'unconfirmed')), 0)`);
  expect(rows).toEqual([]);
}

async function send(service: Service): Promise<void> {
  const claim = await claimNext(at.system, ids[service]);
  if (!claim) return;
  const { known, sells, isOld } = world[service];
  const [row] = await at.system.db.execute<Texts & { network_id: number }>(
    sql`select network_id, size, volume, validity from purchases where id = ${claim.purchaseId}`,
  );
  const [bundle, now] = [known.get(claim.planId), sells.get(claim.planId)];
  if (!row || !bundle || !now) throw new Error("an unknown plan was claimed");
  expect(claim.cost).toBe(bundle.cost);
  expect(claim.cost <= claim.price).toBe(true);
  expect([isOld, bundle.active]).toEqual([false, true]);
  expect(isSameBundle(row, bundle) && row.network_id === bundle.networkId).toBe(true);
  sent[service] += 1;
  await sendClaimedPurchase(at.system, claim, () => 5_000);
  if (now.cost > claim.cost) known.set(claim.planId, { ...bundle, cost: now.cost });
}

test(
  "sends each purchase as the bundle that was sold, at a known cost of at most its price, and holds money for open ones alone",
  async () => {
    const history = fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 30 }), async (actions) => {
      await begin();
      await buy(0);
      for (const each of actions)
        await act(each).catch((error: unknown) => {
          if (!(error instanceof PortalError)) throw error;
        });
      await expectHeldForOpenPurchases();
    });
    await fc.assert(history, { numRuns: Math.ceil(TEST_EFFORT.histories / 25) });
    await begin();
    for (const service of ["main", "second"] as const) {
      await at.system.db.execute(sql`update suppliers set enabled = id = ${ids[service]}`);
      await buy(0);
      await send(service);
      expect(sent[service]).toBeGreaterThan(0);
    }
    await at.system.db.execute(sql`delete from routes where supplier_plan_id = ${planAt(1)}`);
    await buyBatch();
    await expectHeldForOpenPurchases();
    expect(partlyPlaced).toBeGreaterThan(0);
  },
  TEST_TIMEOUT_MS * 4,
);
