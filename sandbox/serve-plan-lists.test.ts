import { describe, expect, test } from "vitest";
import { setUpSandbox } from "./testing/caller.ts";

const { control, get } = setUpSandbox();
const filteredPath = "/api/data-plans-prices/filtered";

type Node = { id: number; name: string; active: boolean; plans: Record<string, unknown>[] };
const types = (data: { data_plan_types: Node[] }[]) => data.flatMap((network) => network.data_plan_types);
const plans = (data: { data_plan_types: Node[] }[]) => types(data).flatMap((type) => type.plans);

describe("plain list (interface: Plain list)", () => {
  test("is a flat array, grouped by network, of plans on sale", async () => {
    const { status, json } = await get("/api/data_plans");
    expect(status).toBe(200);
    expect(json.length).toBeGreaterThan(60);
    expect(json[0]).toEqual({
      id: 1,
      size: "500",
      volume: "MB",
      validity: "7 Days",
      amount: 390,
      network: "MTN",
      type: "SME",
    });
    const order = json.map((plan: { network: string }) => plan.network);
    expect([...new Set(order)]).toEqual(["MTN", "GLO", "9MOBILE", "AIRTEL"]);
    expect(order).toEqual(
      ["MTN", "GLO", "9MOBILE", "AIRTEL"].flatMap((name) => order.filter((n: string) => n === name)),
    );
    expect(
      json.some(
        (plan: { network: string; type: string }) => plan.network === "9MOBILE" && plan.type === "SME",
      ),
    ).toBe(false);
  });

  test("renders the nested dialect", async () => {
    await control().settings({
      dialect: { plainList: "mobile_networks", textAmounts: true, numericActive: true, vagueSize: true },
    });
    const { json } = await get("/api/data_plans");
    const [type] = json.mobile_networks[0].plan_types;
    expect(type).toMatchObject({ name: "SME", active: 1 });
    expect(type.data_plans[0]).toEqual({
      id: 1,
      size: null,
      volume: "mb",
      validity: "7 Days",
      amount: "390.00",
    });
  });
});

describe("filtered list (interface: Filtered list)", () => {
  test("shows every plan with five prices that never rise from level to level", async () => {
    const { json } = await get(filteredPath);
    expect(json).toMatchObject({ success: true, filters_applied: {} });
    expect(json.total_plans).toBe(plans(json.data).length);
    for (const plan of plans(json.data)) {
      const prices = [
        "amount",
        "smart_earner_amount",
        "affiliate_amount",
        "top_user_amount",
        "api_amount",
      ].map((key) => Number(plan[key]));
      expect(prices).toEqual(prices.toSorted((a, b) => b - a));
      expect(prices.at(-1)).toBeGreaterThan(0);
    }
    expect(plans(json.data).filter((plan) => !plan.active)).toHaveLength(3);
    expect(types(json.data).filter((type) => !type.active)).toHaveLength(1);
    expect(plans(json.data).find(({ id }) => id === 4)).toMatchObject({
      size: "2",
      validity_normalized: "Monthly",
      formatted_price: "₦1290.00",
    });
  });

  test("filters by all five and echoes them", async () => {
    const { json } = await get(
      `${filteredPath}?mobile_network=2&data_plan_type=5&min_price=200&max_price=880.00&validity=monthly`,
    );
    expect(json.filters_applied).toEqual({
      mobile_network: "GLO",
      data_plan_type: 5,
      min_price: "200",
      max_price: "880.00",
      validity: "monthly",
    });
    expect(json.data.map(({ name }: { name: string }) => name)).toEqual(["GLO"]);
    expect(plans(json.data).map(({ amount }) => amount)).toEqual([230, 440, 880]);
    expect(json.total_plans).toBe(3);
  });

  test.each([
    ["mobile_network=9", 0],
    ["data_plan_type=1", 6],
    ["min_price=150000", 2],
    ["max_price=60", 1],
    ["validity=1%20Day", 11],
  ])("%s leaves %d plans", async (query, count) => {
    expect((await get(`${filteredPath}?${query}`)).json.total_plans).toBe(count);
  });

  test("names invalid filters (interface: Validation error)", async () => {
    const { status, json } = await get(`${filteredPath}?min_price=cheap&mobile_network=1.5`);
    expect(status).toBe(422);
    expect(json).toEqual({
      message: "The given data was invalid.",
      errors: {
        mobile_network: ["The mobile network must be an integer."],
        min_price: ["The min price must be a number."],
      },
    });
  });

  test("follows price and plan changes", async () => {
    await control().setPlan({ id: 1, prices: { api: 12_345n } });
    await control().setPlan({ id: 900, networkId: 4, typeId: 13, size: "9" });
    await control().removePlan(2);
    await control().setNetwork({ id: 2, active: false });
    const { json } = await get(filteredPath);
    const byId = new Map(plans(json.data).map((plan) => [plan.id, plan]));
    expect(byId.get(1)).toMatchObject({ amount: 390, api_amount: 123.45 });
    expect(byId.get(900)).toMatchObject({ size: "9", active: true });
    expect(byId.has(2)).toBe(false);
    expect(json.data[1]).toMatchObject({ name: "GLO", data_active: false });
  });

  test("applies an ordered fault only to its list", async () => {
    await control().order("server-error", { route: "filtered" });
    expect((await get("/api/data_plans")).status).toBe(200);
    const { status, json } = await get(filteredPath);
    expect([status, json.success, typeof json.error]).toEqual([500, false, "string"]);
    expect((await get(filteredPath)).status).toBe(200);
  });
});
