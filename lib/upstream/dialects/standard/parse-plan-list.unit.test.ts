import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parsePlanList } from "./parse-plan-list.ts";

let logged: Record<string, unknown>[];

beforeEach(() => {
  logged = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) =>
    Boolean(logged.push(JSON.parse(String(line)))),
  );
});
afterEach(() => vi.restoreAllMocks());

const plan = {
  id: 11,
  size: "1",
  volume: "GB",
  validity: "30 Days",
  validity_normalized: "Monthly",
  amount: 300.1,
  smart_earner_amount: 297,
  affiliate_amount: 295.5,
  top_user_amount: 290,
  api_amount: 285.25,
  formatted_price: "₦300.10",
  active: true,
};
const network = (...plans: unknown[]) => ({
  id: 1,
  name: "MTN",
  code: "mtn",
  data_active: true,
  data_plan_types: [{ id: 4, name: "SME", code: "sme", active: true, plans }],
});
const filtered = (...data: unknown[]) => ({
  success: true,
  data,
  filters_applied: {},
  total_plans: 1,
  message: "",
});
const read = (body: unknown) => parsePlanList(typeof body === "string" ? body : JSON.stringify(body));
const plansOf = (body: unknown) => {
  const list = read(body);
  if (!("networks" in list)) throw new Error(list.reason);
  return list.networks.flatMap(({ types }) => types.flatMap(({ plans }) => plans));
};

describe("the filtered list", () => {
  it("is read after a byte order mark", () => {
    expect(plansOf(`\uFEFF${JSON.stringify(filtered(network(plan)))}`)).toHaveLength(1);
  });

  it("is read into whole minor units", () => {
    const [read1] = plansOf(filtered(network(plan)));
    expect(read1).toStrictEqual({
      id: 11,
      size: "1",
      volume: "GB",
      validity: "30 Days",
      validityNormalized: "Monthly",
      amount: 30_010n,
      amounts: { smart_earner: 29_700n, affiliate: 29_550n, top_user: 29_000n, api: 28_525n },
      active: true,
    });
  });

  it("is read in every known dialect", () => {
    const odd = { ...plan, id: "11", amount: "1,300.00", api_amount: 0, size: null, volume: "gb", active: 0 };
    const list = read([{ ...network(odd), data_active: 1, code: null }]);
    expect(list).toMatchObject({
      networks: [{ id: 1, active: true, code: null, types: [{ id: 4, active: true }] }],
    });
    expect(plansOf([network(odd)])).toMatchObject([
      { id: 11, amount: 130_000n, amounts: { api: null }, size: null, volume: "GB", active: false },
    ]);
  });

  it("reads a missing price of a level as null", () => {
    const { api_amount: _, ...rest } = plan;
    expect(plansOf(filtered(network({ ...rest, affiliate_amount: null })))).toMatchObject([
      { amounts: { api: null, affiliate: null, top_user: 29_000n } },
    ]);
  });
});

describe("the plain list", () => {
  const item = {
    id: 5,
    size: "500",
    volume: "MB",
    validity: "1 Day",
    amount: 100,
    network: "MTN",
    type: "SME",
  };

  it("is grouped by its names, with null for missing fields", () => {
    const list = read([item, { ...item, id: 6, network: "mtn" }, { ...item, id: 7, type: "Gifting" }]);
    const untold = {
      amounts: { api: null, affiliate: null, smart_earner: null, top_user: null },
      active: null,
    };
    expect(list).toMatchObject({
      networks: [
        {
          id: null,
          name: "MTN",
          active: null,
          types: [
            { id: null, name: "SME", plans: [{ id: 5, amount: 10_000n, ...untold }, { id: 6 }] },
            { name: "Gifting", plans: [{ id: 7 }] },
          ],
        },
      ],
    });
  });

  it("is read as a tree of networks too", () => {
    const tree = {
      mobile_networks: [
        {
          id: 2,
          name: "Glo",
          code: "glo",
          plan_types: [{ name: "SME", code: "sme", active: 1, data_plans: [{ ...item, amount: "100.00" }] }],
        },
      ],
    };
    const whole = {
      networks: [{ id: 2, active: null, types: [{ id: null, active: true, plans: [{ id: 5 }] }] }],
    };
    expect(read(tree)).toMatchObject(whole);
    expect(read({ data: tree })).toMatchObject(whole);
  });
});

describe("an unreadable item", () => {
  it.each([
    ["id", { id: "eleven" }],
    ["id", { id: 0 }],
    ["id", { id: 1e10 }],
    ["amount", { amount: "free" }],
    ["amount", { amount: -1 }],
    ["amount", { amount: 0 }],
    ["amount", { amount: 1.005 }],
    ["amount", { amount: [300] }],
    ["api_amount", { api_amount: "-3.00" }],
    ["active", { active: "perhaps" }],
    ["size", { size: { gb: 1 } }],
  ])("is left out with a line that names its %s: %j", (field, wrong) => {
    const validPlans = [
      { ...plan, id: 12 },
      { ...plan, id: 13 },
    ];
    expect(plansOf(filtered(network({ ...plan, ...wrong }, ...validPlans))).map(({ id }) => id)).toEqual([
      12, 13,
    ]);
    expect(logged).toMatchObject([{ event: "upstream.left_out", what: "plan", field }]);
  });

  it("may be a whole network or type, which counts as all its plans", () => {
    const many = [14, 15, 16].map((id) => ({ ...plan, id }));
    expect(plansOf(filtered({ ...network(plan), id: 2, name: "" }, network(...many)))).toHaveLength(3);
    expect(logged).toMatchObject([{ what: "network", id: "2", field: "name" }]);
    expect(read(filtered(network(plan), { ...network(...many), id: 2, name: "" }))).toStrictEqual({
      reason: "3 of 4 items are not understood",
    });
  });

  it("may be a plan that is listed twice with differences", () => {
    const validPlans = [12, 13, 14].map((id) => ({ ...plan, id }));
    expect(plansOf(filtered(network(plan, plan)))).toHaveLength(1);
    const twice = network(plan, { ...plan, amount: 1 }, ...validPlans);
    expect(plansOf(filtered(twice)).map(({ id }) => id)).toEqual([12, 13, 14]);
    expect(logged).toMatchObject([{ what: "plan", id: "11", field: "id" }]);
  });
});

describe("a repeated list", () => {
  const listed = (...amounts: number[]) =>
    filtered(network(...amounts.map((amount, n) => ({ ...plan, id: 11 + n, amount }))));

  it("is read with the same result, and with its changes", () => {
    const first = plansOf(listed(300, 400));
    expect(plansOf(listed(300, 400))).toStrictEqual(first);
    expect(plansOf(listed(300, 500)).map(({ amount }) => amount)).toEqual([30_000n, 50_000n]);
    expect(plansOf(listed(300, 400))).toStrictEqual(first);
  });

  it("contains a plan listed twice only once, also the second time", () => {
    const twice = filtered(network(plan, plan));
    expect([plansOf(twice), plansOf(twice)].map(({ length }) => length)).toEqual([1, 1]);
  });

  it("leaves out the same invalid plan again", () => {
    const wrong = filtered(network(plan, { ...plan, id: 12, amount: "free" }));
    expect([plansOf(wrong), plansOf(wrong)].map(({ length }) => length)).toEqual([1, 1]);
    expect(logged).toHaveLength(2);
  });
});

describe("an untrusted list", () => {
  it.each([
    ["the response is not a plan list", "<html>"],
    ["the response is not a plan list", "null"],
    ["the response is not a plan list", {}],
    ["the response is not a plan list", '{"__proto__":{"data":[]}}'],
    ["the response is not a plan list", { data: { data: { data: [] } } }],
    ["the response is not a plan list", `${"[".repeat(100)}`],
    ["the upstream reported a failure", { success: false, data: [network(plan)] }],
    ["the list is empty", []],
    ["the list is empty", filtered()],
    ["the list is empty", filtered(network())],
    ["1 of 1 items are not understood", `${"[".repeat(50_000)}${"]".repeat(50_000)}`],
    ["1 of 1 items are not understood", filtered(network({ ...plan, amount: "free" }))],
    ["two networks or types share an id", filtered(network(plan), network({ ...plan, id: 12 }))],
  ])("is rejected: %s", (reason, body) => {
    expect(read(body)).toStrictEqual({ reason: reason });
  });
});
