import { call } from "../call.ts";
import { conform, expect } from "../fixtures.ts";

const path = "/api/data-plans-prices/filtered";

interface Node {
  data_plan_types: { plans: Record<string, unknown>[] }[];
}
const plansOf = (data: Node[]) => data.flatMap((node) => node.data_plan_types.flatMap(({ plans }) => plans));

conform("holds networks that hold types that hold plans (2.3 to 2.5)", async ({ usual }) => {
  const { status, body } = await call(usual, path);
  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual(["data", "filters_applied", "message", "success", "total_plans"]);
  expect(body).toMatchObject({ success: true, filters_applied: {} });
  expect(body.total_plans).toBe(plansOf(body.data).length);
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
});

conform("gives each plan the price of every level (2.5)", async ({ usual }) => {
  const { body } = await call(usual, path);
  const plans = plansOf(body.data);
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
    formatted_price: "₦1,290.00",
    active: true,
  });
  expect(plans.filter(({ active }) => active === false).length).toBeGreaterThan(0);
});

conform("filters by all five at once and echoes them (4.2)", async ({ usual }) => {
  const query = "mobile_network=2&data_plan_type=5&min_price=200&max_price=880.00&validity=monthly";
  const { body } = await call(usual, `${path}?${query}`);
  expect(body.filters_applied).toEqual({
    mobile_network: "GLO",
    data_plan_type: 5,
    min_price: "200",
    max_price: "880.00",
    validity: "monthly",
  });
  expect(plansOf(body.data).map(({ amount }) => amount)).toEqual([230, 440, 880]);
  expect(body.total_plans).toBe(3);
});

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
  conform(`${query} leaves ${count} plans`, async ({ usual }) => {
    const { status, body } = await call(usual, `${path}?${query}`);
    expect(status).toBe(200);
    if (count === 71) expect(body.filters_applied).toEqual({});
    else expect(body.total_plans).toBe(count);
    expect(plansOf(body.data)).toHaveLength(body.total_plans);
  });
}
