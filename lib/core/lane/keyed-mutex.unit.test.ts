import { expect, test } from "vitest";
import { createKeyedMutex } from "./keyed-mutex.ts";

/** Creates work that notes its start, and ends when the test resolves it. */
function job(begun: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = () => {
    begun.push(name);
    return promise;
  };
  return { work, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

test("runs the work of one key one after the other, independent of other keys", async () => {
  const begun: string[] = [];
  const turn = createKeyedMutex<number>();
  const [first, second, other] = [job(begun, "first"), job(begun, "second"), job(begun, "other")];
  const results = [turn(1, first.work), turn(1, second.work), turn(2, other.work)];
  other.end();
  expect(await results[2]).toBe("other");
  expect(begun.toSorted()).toEqual(["first", "other"]);
  first.end();
  second.end();
  expect(await Promise.all(results)).toEqual(["first", "second", "other"]);
});

test("reports failing work to its own caller only", async () => {
  const begun: string[] = [];
  const turn = createKeyedMutex<number>();
  const [first, second] = [job(begun, "first"), job(begun, "second")];
  const [failed, done] = [turn(1, first.work), turn(1, second.work)];
  first.fail();
  second.end();
  await expect(failed).rejects.toThrow("first");
  expect(await done).toBe("second");
});

test("rejects work that waits too long, and never starts it", async () => {
  const begun: string[] = [];
  const turn = createKeyedMutex<number>(1);
  const first = job(begun, "first");
  const result = turn(1, first.work);
  await expect(turn(1, job(begun, "late").work)).rejects.toMatchObject({ code: "unavailable" });
  first.end();
  await result;
  expect(begun).toEqual(["first"]);
});

test("bounds the work that waits for one key", async () => {
  const begun: string[] = [];
  const turn = createKeyedMutex<number>();
  const held = job(begun, "held");
  const results = Array.from({ length: 202 }, () => turn(1, held.work));
  await expect(results[201]).rejects.toMatchObject({ code: "unavailable" });
  held.end();
  expect(await turn(2, held.work)).toBe("held");
  expect(await Promise.all(results.slice(0, 201))).toHaveLength(201);
});
