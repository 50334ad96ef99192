import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchPlans } from "#lib/upstream/fetch-plans";
import { startSandbox } from "#sandbox/server";

const quick = { pauseMs: 1 };
const routes = async () => (await sandbox.control.log()).map(({ route }) => route);

const sandbox = await startSandbox();
process.env.UPSTREAM_BASE_URL = sandbox.url;
process.env.UPSTREAM_API_TOKEN = sandbox.token;
afterAll(() => sandbox.close());
beforeEach(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await sandbox.control.reset();
});
afterEach(() => vi.restoreAllMocks());

describe("fetching the plans", () => {
  it("reads every plan of the filtered list with one request", async () => {
    const { source, networks } = await fetchPlans(quick);
    const sold = await sandbox.control.plans();
    expect(source).toBe("filtered");
    expect(networks.map(({ name }) => name)).toEqual(sold.networks.map(({ name }) => name));
    const plans = networks.flatMap(({ types }) => types.flatMap((type) => type.plans));
    expect(plans.map(({ id, amounts }) => [id, amounts.api])).toEqual(
      sold.plans.map(({ id, prices }) => [id, prices.api]),
    );
    expect(await routes()).toEqual(["filtered"]);
  });

  it.each(["server-error", "reset", "cut", "bad-gateway"] as const)("tries again after %s", async (fault) => {
    await sandbox.control.order(fault, { route: "filtered", times: 2 });
    expect((await fetchPlans(quick)).source).toBe("filtered");
    expect(await routes()).toEqual(["filtered", "filtered", "filtered"]);
  });

  it.each(["not-found", "html", "redirect", "invalid-json"] as const)(
    "goes to the plain list after %s",
    async (fault) => {
      await sandbox.control.order(fault, { route: "filtered", times: "always" });
      expect((await fetchPlans(quick)).source).toBe("plain");
      expect(await routes()).toEqual(["filtered", "plain"]);
    },
  );

  it.each(["array", "mobile_networks"] as const)("reads the plain list as %s", async (plainList) => {
    await sandbox.control.settings({
      dialect: { plainList, textAmounts: true, vagueSize: true, numericActive: true },
    });
    await sandbox.control.order("not-found", { route: "filtered" });
    const { networks } = await fetchPlans(quick);
    const { plans } = await sandbox.control.plans();
    const read = networks.flatMap(({ types }) => types.flatMap((type) => type.plans));
    const active = plans.filter((plan) => read.some(({ id }) => id === plan.id));
    expect(read.length).toBeGreaterThan(50);
    expect(read.map(({ amount }) => amount)).toEqual(active.map(({ prices }) => prices.standard));
  });

  it("explains a failure without an address or the token", async () => {
    await sandbox.control.order("unauthorized", { route: "filtered" });
    await sandbox.control.order("server-error", { route: "plain", times: 3 });
    await expect(fetchPlans(quick)).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringMatching(
        /Filtered list: HTTP 401, “Unauthenticated\.” Plain list: HTTP 500, “[^”]+”\.$/,
      ),
    });
    expect(await routes()).toEqual(["filtered", "plain", "plain", "plain"]);
  });

  it("shows the text of a rejected address once, since it names the address to be allowed", async () => {
    for (const route of ["filtered", "plain"] as const) await sandbox.control.order("forbidden", { route });
    const failure = await fetchPlans(quick).catch((error: Error) => error.message);
    expect(failure).toMatch(/^The upstream gave no plan list: HTTP 403, “[^”]*127\.0\.0\.1[^”]*”\.?$/);
  });

  it("says in words, and once, why a service can't be reached", async () => {
    const explain = (baseUrl: string) =>
      fetchPlans({ ...quick, account: { baseUrl, token: "t", dialect: "standard" } }).catch(
        (error: Error) => error.message,
      );
    expect(await explain("http://127.0.0.1:1")).toBe(
      "The upstream gave no plan list: no connection: the address rejects connections.",
    );
    expect(await explain(sandbox.url.replace("http:", "https:"))).toBe(
      "The upstream gave no plan list: no connection: the server doesn’t speak TLS at this port.",
    );
  });

  it("gives up on a list that never arrives", async () => {
    for (const route of ["filtered", "plain"] as const)
      await sandbox.control.order("hang", { route, times: "always" });
    await expect(fetchPlans({ ...quick, timeoutMs: 50 })).rejects.toMatchObject({
      message: "The upstream gave no plan list: time-out.",
    });
  });
});
