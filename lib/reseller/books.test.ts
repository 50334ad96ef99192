import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { approveFunding } from "#lib/funding/approve-funding";
import { requestFunding } from "#lib/funding/request-funding";
import { books } from "#lib/ledger/books";
import { clawBack } from "#lib/ledger/claw-back";
import { credit } from "#lib/ledger/credit";
import { debit } from "#lib/ledger/debit";
import { reverseEntry } from "#lib/ledger/reverse-entry";
import { statement } from "#lib/ledger/statement";
import { check } from "#lib/purchase/check";
import { place } from "#lib/purchase/place";
import { settle } from "#lib/purchase/settle";
import { type Scene, scene } from "#lib/testing/scene";
import { restrictReseller } from "./restrict-reseller.ts";

let at: Scene;
let ada: Ctx;
beforeAll(async () => {
  at = await scene();
  ada = { ...at.system, actor: { kind: "admin", id: 9001, email: "ada@example.com", sessionId: 0 } };
});
afterAll(() => at.close());

const MOVES = [
  "credit",
  "debit",
  "clawBack",
  "reverse",
  "place",
  "place",
  "place",
  "settle",
  "fund",
] as const;
const step = fc.record({
  move: fc.constantFrom(...MOVES),
  who: fc.integer({ min: 0, max: 2 }),
  amount: fc.bigInt({ min: 1n, max: 400_000n }),
  delivered: fc.boolean(),
  pick: fc.nat(),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let refs = 0;

async function act(people: { id: number; ctx: Ctx }[], { move, who, amount, delivered, pick }: Step) {
  const { id, ctx } = people[who] ?? (people[0] as { id: number; ctx: Ctx });
  const input = { resellerId: id, amount, reason: "a random move" };
  refs += 1;
  switch (move) {
    case "credit":
      return credit(ada, input);
    case "debit":
      return debit(ada, input);
    case "clawBack":
      return clawBack(ada, input);
    case "reverse": {
      const { rows } = await statement(ada, { resellerId: id });
      const entry = rows[pick % Math.max(rows.length, 1)];
      return reverseEntry(ada, { journalId: entry?.journalId ?? 1, reason: "a random reversal" });
    }
    case "place":
      return place(ctx, {
        ref: `p${refs}`,
        phone: "08031234567",
        channel: "web",
        again: true,
        ...at.offered(pick % 5),
      });
    case "settle": {
      const [open] = await at.system.db.execute<{ id: string }>(
        `select id from purchases where reseller_id = ${id} and state = 'queued' limit 1`,
      );
      const to = delivered ? "successful" : "failed";
      if (open && to === "successful") {
        await at.system.db.execute(
          `update purchases set state = 'sending' where id = ${open.id} and state = 'queued'`,
        );
        return settle(ada, {
          purchaseId: Number(open.id),
          from: ["sending"],
          to,
          by: "answer",
          outcome: null,
        });
      }
      return settle(ada, {
        purchaseId: Number(open?.id ?? 0),
        from: ["queued"],
        to,
        by: "cancelled",
        outcome: null,
      });
    }
    case "fund": {
      const request = await requestFunding(ctx, { ref: `f${refs}`, amount, bankReference: `bank ${refs}` });
      return delivered ? approveFunding(ada, { id: request, reason: "arrived" }) : undefined;
    }
  }
}

/** What the portal refuses moves nothing; anything else that goes wrong fails the test. */
async function actOrRefuse(people: { id: number; ctx: Ctx }[], one: Step): Promise<void> {
  try {
    await act(people, one);
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
  }
}

test("the books balance after any few hundred moves, several at a time", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 100, maxLength: 120, size: "max" }), async (steps) => {
      const people = await Promise.all([at.reseller(), at.reseller("affiliate", 0n), at.reseller()]);
      for (let from = 0; from < steps.length; from += 4)
        await Promise.all(steps.slice(from, from + 4).map((one) => actOrRefuse(people, one)));
      await restrictReseller(ada, { resellerId: people[0].id, version: 1, reason: "the end" });
      expect((await check(at.system)).findings).toEqual([]);
      expect(await books(ada)).toMatchObject({ balanced: true });
    }),
    { numRuns: 4, endOnFailure: true },
  );
});
