import { randomUUID } from "node:crypto";
import { buy, call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

test("transactions are one's own, filtered and paged without gaps", async ({ portal }) => {
  const door = await portal.open();
  const refs = Array.from({ length: 5 }, () => randomUUID());
  for (const [n, ref] of refs.entries()) {
    await buy(door, n === 2 ? { mobile_number: "08031230001" } : {}, ref);
  }
  const page = async (query: string) => (await call(door, `/api/transactions?${query}`)).body;
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
