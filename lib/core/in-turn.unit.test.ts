import { expect, test } from "vitest";
import { inTurn } from "./in-turn.ts";

/** Work that ends when it is told to, and notes that it began. */
function job(begun: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = () => {
    begun.push(name);
    return promise;
  };
  return { work, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

test("what has one key goes one after the other, and another key waits for none of it", async () => {
  const begun: string[] = [];
  const turn = inTurn<number>();
  const [first, second, other] = [job(begun, "first"), job(begun, "second"), job(begun, "other")];
  const results = [turn(1, first.work), turn(1, second.work), turn(2, other.work)];
  other.end();
  expect(await results[2]).toBe("other");
  expect(begun.toSorted()).toEqual(["first", "other"]);
  first.end();
  second.end();
  expect(await Promise.all(results)).toEqual(["first", "second", "other"]);
});

test("work that fails tells its own caller alone", async () => {
  const begun: string[] = [];
  const turn = inTurn<number>();
  const [first, second] = [job(begun, "first"), job(begun, "second")];
  const [failed, done] = [turn(1, first.work), turn(1, second.work)];
  first.fail();
  second.end();
  await expect(failed).rejects.toThrow("first");
  expect(await done).toBe("second");
});

test("a turn that does not come in time is refused, and its work never begins", async () => {
  const begun: string[] = [];
  const turn = inTurn<number>(-1);
  await expect(turn(1, job(begun, "late").work)).rejects.toMatchObject({ code: "unavailable" });
  expect(begun).toEqual([]);
});
