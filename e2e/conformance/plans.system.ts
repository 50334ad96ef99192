import { startSystem } from "#e2e/harness";
import { TestAccounts } from "#e2e/test-accounts";
import { createToken } from "#lib/account/token/create-token";
import { callApi } from "./call-api.ts";
import { expect, test, testConformance } from "./fixtures.ts";

const FILTERED_PATH = "/api/data-plans-prices/filtered";

testConformance(
  "lists the plans as a flat array, grouped by network (interface: Plain list)",
  async ({ usual }) => {
    const { status, headers, body } = await callApi(usual, "/api/data_plans");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(body.length).toBeGreaterThan(60);
    expect(body[0]).toEqual({
      id: 1,
      size: "500",
      volume: "MB",
      validity: "7 Days",
      amount: 390,
      network: "MTN",
      type: "SME",
    });
    const networks: string[] = body.map(({ network }: { network: string }) => network);
    const changes = networks.filter((network, n) => network !== networks[n - 1]);
    expect(changes).toEqual([...new Set(networks)]);
  },
);

testConformance("says the type of each field (interface: Plan)", async ({ usual }) => {
  const { body } = await callApi(usual, "/api/data_plans");
  for (const plan of body) {
    expect(plan).toEqual({
      id: expect.any(Number),
      size: expect.any(String),
      volume: expect.any(String),
      validity: expect.any(String),
      amount: expect.any(Number),
      network: expect.any(String),
      type: expect.any(String),
    });
  }
});

interface NetworkJson {
  data_plan_types: { plans: Record<string, unknown>[] }[];
}
const listJsonPlans = (data: NetworkJson[]) =>
  data.flatMap((node) => node.data_plan_types.flatMap(({ plans }) => plans));

testConformance(
  "holds networks that hold types that hold plans (interface: Network, Plan type, Filtered plan)",
  async ({ usual }) => {
    const { status, body } = await callApi(usual, FILTERED_PATH);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual([
      "data",
      "filters_applied",
      "message",
      "success",
      "total_plans",
    ]);
    expect(body).toMatchObject({ success: true, filters_applied: {} });
    expect(body.total_plans).toBe(listJsonPlans(body.data).length);
    const [network] = body.data;
    expect(network).toEqual({
      id: 1,
      name: "MTN",
      code: expect.any(String),
      data_active: true,
      data_plan_types: expect.any(Array),
    });
    expect(network.data_plan_types[0]).toEqual({
      id: expect.any(Number),
      name: "SME",
      code: expect.any(String),
      active: true,
      plans: expect.any(Array),
    });
  },
);

testConformance("gives each plan the price of every level (interface: Filtered plan)", async ({ usual }) => {
  const { body } = await callApi(usual, FILTERED_PATH);
  const plans = listJsonPlans(body.data);
  expect(plans.find(({ id }) => id === 4)).toEqual({
    id: 4,
    size: "2",
    volume: "GB",
    validity: "30 Days",
    validity_normalized: "Monthly",
    amount: 1290,
    smart_earner_amount: expect.any(Number),
    affiliate_amount: expect.any(Number),
    top_user_amount: expect.any(Number),
    api_amount: expect.any(Number),
    formatted_price: "₦1290.00",
    active: true,
  });
  expect(plans.filter(({ active }) => active === false).length).toBeGreaterThan(0);
});

testConformance(
  "filters by all five at once and echoes them (interface: Filtered list)",
  async ({ usual }) => {
    const query = "mobile_network=2&data_plan_type=5&min_price=200&max_price=880.00&validity=monthly";
    const { body } = await callApi(usual, `${FILTERED_PATH}?${query}`);
    expect(body.filters_applied).toEqual({
      mobile_network: "GLO",
      data_plan_type: 5,
      min_price: "200",
      max_price: "880.00",
      validity: "monthly",
    });
    expect(listJsonPlans(body.data).map(({ amount }) => amount)).toEqual([230, 440, 880]);
    expect(body.total_plans).toBe(3);
  },
);

for (const [query, count] of [
  ["mobile_network=9", 0],
  ["data_plan_type=9999", 0],
  ["validity=Fortnightly", 0],
  ["min_price=99999999", 0],
  ["min_price=1000&max_price=10", 0],
  ["data_plan_type=1", 6],
  ["min_price=150000", 2],
  ["max_price=60", 1],
  ["validity=1%20Day", 11],
  ["validity=&min_price=&nonsense=1", 71],
] as const) {
  testConformance(`${query} leaves ${count} plans`, async ({ usual }) => {
    const { status, body } = await callApi(usual, `${FILTERED_PATH}?${query}`);
    expect(status).toBe(200);
    if (count === 71) expect(body.filters_applied).toEqual({});
    else expect(body.total_plans).toBe(count);
    expect(listJsonPlans(body.data)).toHaveLength(body.total_plans);
  });
}

for (const query of ["mobile_network=MTN", "data_plan_type=1.5", "min_price=cheap", "max_price=1,2,3"]) {
  testConformance(`the filter ${query} is rejected (interface: Validation error)`, async ({ usual }) => {
    const { status, body } = await callApi(usual, `${FILTERED_PATH}?${query}`);
    const [name = ""] = query.split("=");
    const words = `The ${name.replaceAll("_", " ")} must be ${name.endsWith("price") ? "a number" : "an integer"}.`;
    expect([status, body]).toEqual([
      422,
      { message: "The given data was invalid.", errors: { [name]: [words] } },
    ]);
  });
}

testConformance("names all invalid filters at once", async ({ usual }) => {
  const { status, body } = await callApi(
    usual,
    `${FILTERED_PATH}?mobile_network=x&min_price=y&validity=Monthly`,
  );
  expect([status, Object.keys(body.errors).sort()]).toEqual([422, ["min_price", "mobile_network"]]);
});

testConformance("what goes wrong inside has the shape of 4.2 and 7.6", async ({ usual, whileBroken }) => {
  await whileBroken(async () => {
    const { status, body } = await callApi(usual, FILTERED_PATH);
    expect([status, body]).toEqual([
      500,
      { success: false, message: expect.stringMatching(/\w/), error: expect.stringMatching(/\w/) },
    ]);
    expect(JSON.stringify(body)).not.toContain("catalogue_away");
  });
  expect((await callApi(usual, FILTERED_PATH)).status).toBe(200);
});

test("returns 503 before the first catalogue sync, and 500 for the filtered list (interface: Server error)", async () => {
  const system = await startSystem({ UPSTREAM_BASE_URL: "http://127.0.0.1:9" });
  const { systemCtx } = system.database;
  const { id } = await new TestAccounts(systemCtx).reseller({ level: "api" });
  const { token } = await createToken(systemCtx, { resellerId: id, name: "Early" });
  const door = { url: (await system.start({ roles: "web" })).url, token };
  const plain = await callApi(door, "/api/data_plans");
  expect([plain.status, plain.headers.get("retry-after"), plain.body]).toEqual([
    503,
    "30",
    { message: expect.stringContaining("not known yet") },
  ]);
  const filtered = await callApi(door, FILTERED_PATH);
  expect([filtered.status, filtered.body]).toEqual([
    500,
    { success: false, message: expect.any(String), error: expect.stringContaining("not known yet") },
  ]);
  await system.close();
});
