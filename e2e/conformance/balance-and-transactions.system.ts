import { randomUUID } from "node:crypto";
import { callApi, callPurchase } from "./call-api.ts";
import { expect, test } from "./fixtures.ts";

test("holds a pending purchase's price, and shows the hold in the balance", async ({ portal }) => {
  const door = await portal.open({ money: 100_000n });
  expect((await callApi(door, "/api/balance")).body).toEqual({ data: { balance: "1,000.00", held: "0.00" } });
  const { body } = await callPurchase(door, { mobile_number: "08031230019" });
  expect((await callApi(door, "/api/balance")).body).toEqual({
    data: { balance: body.data.balance_after, held: body.data.amount },
  });
});

test("lists the account's transactions only, filtered and paged without gaps", async ({ portal }) => {
  const door = await portal.open();
  const refs = Array.from({ length: 5 }, () => randomUUID());
  for (const [n, ref] of refs.entries()) {
    await callPurchase(door, n === 2 ? { mobile_number: "08031230001" } : {}, ref);
  }
  const page = async (query: string) => (await callApi(door, `/api/transactions?${query}`)).body;
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const body = await page(`limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.data.map(({ ref }: { ref: string }) => ref));
    cursor = body.next_cursor;
  }
  expect(seen).toEqual(refs.toReversed());
  expect((await page("status=failed")).data).toMatchObject([{ ref: refs[2], Status: "failed", plan: 1 }]);
  expect((await page(`search=${refs[1]}`)).data).toHaveLength(1);
  expect((await page("from=2020-01-01&to=2020-01-02")).data).toEqual([]);
});

test("names all invalid filters at once", async ({ portal }) => {
  const door = await portal.open();
  const wrong = await callApi(door, "/api/transactions?status=odd&limit=1000&from=yesterday&cursor=x");
  expect([wrong.status, Object.keys(wrong.body.errors).sort()]).toEqual([
    422,
    ["cursor", "from", "limit", "status"],
  ]);
});

for (const query of ["search=%00", "from=0000-01-01", "to=9999-12-31", "limit=0"]) {
  test(`rejects ${query} without a server error`, async ({ portal }) => {
    const response = await callApi(await portal.open(), `/api/transactions?${query}`);
    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, [query.split("=")[0]]]);
  });
}
