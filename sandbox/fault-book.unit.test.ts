import { describe, expect, test } from "vitest";
import { FaultBook, type FaultRequest } from "./fault-book.ts";

const request = (seen: Partial<FaultRequest> = {}): FaultRequest => ({
  route: "purchase",
  phone: "0803",
  ref: "R",
  plan: 1,
  network: 1,
  ...seen,
});
const fault = (text: string) => ({ text });

describe("ordered faults", () => {
  test("are used up in their order", () => {
    const book = new FaultBook(1);
    book.order(fault("one"), {}, 1);
    book.order(fault("two"), {}, 2);
    expect([1, 2, 3, 4].map(() => book.pick(request(), false)?.text)).toEqual([
      "one",
      "two",
      "two",
      undefined,
    ]);
    expect(book.waiting).toBe(0);
  });

  test.each([
    [{ phone: "0803" }],
    [{ ref: "R" }],
    [{ plan: 1 }],
    [{ network: 1 }],
    [{ phone: "0803", plan: 1 }],
  ])("bound to %j", (on) => {
    const book = new FaultBook(1);
    book.order(fault("bound"), on, Number.POSITIVE_INFINITY);
    const unrelated = { phone: "0900", ref: "S", plan: 2, network: 2 };
    expect(book.pick(request(unrelated), false)).toBeNull();
    expect(book.pick(request({ route: "plain" }), false)).toBeNull();
    expect([book.pick(request(), false), book.pick(request(), false)]).toEqual([
      fault("bound"),
      fault("bound"),
    ]);
  });

  test("come before magic numbers, which come before random ones", () => {
    const book = new FaultBook(1);
    book.setRates([{ fault: fault("chance"), rate: 1 }]);
    book.order(fault("ordered"), {}, 1);
    const magic = request({ phone: "08030000001" });
    expect(book.pick(magic, true)).toEqual(fault("ordered"));
    expect(book.pick(magic, true)).toEqual({ execute: "fail" });
    expect(book.pick(magic, false)).toEqual(fault("chance"));
  });
});

describe("random faults", () => {
  const run = (seed: number) => {
    const book = new FaultBook(seed);
    book.setRates([
      { fault: fault("a"), rate: 0.3 },
      { fault: fault("b"), rate: 0.1 },
    ]);
    return Array.from({ length: 2_000 }, () => book.pick(request(), false)?.text ?? "none");
  };

  test("are the same for the same seed", () => {
    expect(run(7)).toEqual(run(7));
    expect(run(7)).not.toEqual(run(8));
  });

  test("come about as often as their rate", () => {
    const picked = run(7);
    const share = (text: string) => picked.filter((choice) => choice === text).length / picked.length;
    expect(share("a")).toBeCloseTo(0.3, 1);
    expect(share("b")).toBeCloseTo(0.1, 1);
  });

  test("never apply to a plan list", () => {
    const book = new FaultBook(1);
    book.setRates([{ fault: fault("a"), rate: 1 }]);
    expect(book.pick(request({ route: "filtered" }), false)).toBeNull();
  });
});
