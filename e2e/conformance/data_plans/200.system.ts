import { call } from "../call.ts";
import { conform, expect } from "../fixtures.ts";

conform("lists the plans as a flat array, grouped by network (4.1)", async ({ usual }) => {
  const { status, headers, body } = await call(usual, "/api/data_plans");
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
});

conform("says the type of each field (2.2)", async ({ usual }) => {
  const { body } = await call(usual, "/api/data_plans");
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
