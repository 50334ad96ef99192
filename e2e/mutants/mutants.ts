/** One deliberate breakage of the money path: a piece of a file, what replaces it, and the tests that must turn red. */
export interface Mutant {
  name: string;
  file: string;
  from: string;
  to: string;
  caughtBy: string;
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: "the claim commits only after sending",
    file: "lib/purchase/dispatch.ts",
    from: "const claimed = await onLine(loop.line, claim);",
    to: `const { ctx: line, worker } = loop.line;
  const claimed = await line.db.transaction(async (tx) => {
    const held = await claim({ ...line, db: tx }, worker);
    if (held) await deliver(ctx, held, timeToBegin);
    return held && undefined;
  });`,
    caughtBy: "lib/purchase/dispatch.test.ts",
  },
  {
    name: "an unknown outcome counts as failed, with the money back",
    file: "lib/purchase/record-answer.ts",
    from: 'case "invalid":',
    to: 'case "unconfirmed":\n    case "invalid":',
    caughtBy: "lib/purchase/dispatch.test.ts",
  },
  {
    name: "an unknown outcome is sent again",
    file: "lib/purchase/record-answer.ts",
    from: '.set({ state: "unconfirmed" })',
    to: '.set({ state: "queued" })',
    caughtBy: "lib/purchase/dispatch.test.ts",
  },
  {
    name: "what a dead process was sending is queued again",
    file: "lib/purchase/recover.ts",
    from: "update purchases set state = 'unconfirmed' where id in",
    to: "update purchases set state = 'queued' where id in",
    caughtBy: "lib/purchase/claim.test.ts",
  },
  {
    name: "a living process counts as dead",
    file: "lib/purchase/recover.ts",
    from: "where pg_try_advisory_xact_lock(${workerLock(sql`worker`)})",
    to: "",
    caughtBy: "lib/purchase/claim.test.ts",
  },
  {
    name: "what a frozen process was sending stays so for as long as it lives",
    file: "lib/purchase/recover.ts",
    from: "const overdue = open.filter((one) => one.overdue);",
    to: "const overdue: typeof open = [];",
    caughtBy: "lib/purchase/claim.test.ts",
  },
  {
    name: "a line whose last words were lost is used on under its name",
    file: "lib/purchase/dispatch.ts",
    from: "if (isDatabaseDown(error)) line.giveUp();",
    to: "",
    caughtBy: "lib/purchase/lost-claim.test.ts",
  },
  {
    name: "a 401 of anybody's counts as not executed",
    file: "lib/upstream/meaning.ts",
    from: 'meaning: denied ? "refused" : "unconfirmed"',
    to: 'meaning: "refused"',
    caughtBy: "lib/purchase/dispatch.test.ts",
  },
  {
    name: "settling does not look at the state",
    file: "lib/purchase/settle.ts",
    from: "where id = ${input.purchaseId} and state in ${[...input.from]}",
    to: "where id = ${input.purchaseId}",
    caughtBy: "lib/purchase/settle.test.ts",
  },
  {
    name: "sending takes no slot",
    file: "lib/purchase/claim.ts",
    from: "where next_slot_at <= clock_timestamp() and exists (select from head)",
    to: "where exists (select from head)",
    caughtBy: "lib/purchase/claim.test.ts",
  },
  {
    name: "sending goes on although it was stopped",
    file: "lib/purchase/claim.ts",
    from: "and (not stopped or (",
    to: "and (true or (",
    caughtBy: "lib/purchase/claim.test.ts",
  },
  {
    name: "a price that the buyer did not see is charged",
    file: "lib/purchase/place.ts",
    from: "input.price !== price",
    to: "input.price === 0n",
    caughtBy: "lib/purchase/place.test.ts",
  },
  {
    name: "the money is not looked at before it is held",
    file: "lib/purchase/hold.ts",
    from: "wallets.wallet >= ${price}",
    to: "true",
    caughtBy: "lib/purchase/place.test.ts",
  },
  {
    name: "the daily limit looks only at this purchase",
    file: "lib/purchase/hold.ts",
    from: "${spent} <= buyer.daily_limit",
    to: "${price} <= buyer.daily_limit",
    caughtBy: "lib/purchase/place.test.ts",
  },
  {
    name: "a ref seen before with another request replays the first",
    file: "lib/purchase/place.ts",
    from: "if (same) return",
    to: "if (same || true) return",
    caughtBy: "lib/purchase/place.test.ts",
  },
  {
    name: "an old catalogue still sells",
    file: "lib/catalogue/in-force.ts",
    from: "synced_at >=",
    to: "now() >=",
    caughtBy: "lib/purchase/place.test.ts",
  },
  {
    name: "a sent purchase can be cancelled",
    file: "lib/purchase/cancel.ts",
    from: 'from: ["queued"]',
    to: 'from: ["queued", "sending"]',
    caughtBy: "lib/purchase/settle.test.ts",
  },
  {
    name: "a refusal of the operator's account fails the buyer",
    file: "lib/purchase/record-answer.ts",
    from: 'case "invalid":',
    to: 'case "refused":\n    case "invalid":',
    caughtBy: "lib/purchase/dispatch.test.ts",
  },
  {
    name: "another purchase's transaction is believed",
    file: "lib/purchase/record-answer.ts",
    from: "if (!other) return answer;",
    to: "if (!other || other.ident) return answer;",
    caughtBy: "lib/purchase/dispatch.test.ts",
  },
  {
    name: "an answer that could not be recorded is asked for again",
    file: "lib/purchase/deliver.ts",
    from: "return await recordAnswer(ctx, claim, badData ? await storable(ctx, claim, answer) : answer);",
    to: `return await recordAnswer(
        ctx,
        claim,
        wait === 50 ? answer : await sendPurchase({ ident, planId, networkId, phone, cost }),
      );`,
    caughtBy: "lib/purchase/dispatch.test.ts",
  },
  {
    name: "an answer that the database refuses for any reason is kept in parts",
    file: "lib/purchase/deliver.ts",
    from: "badData ||= isBadData(error);",
    to: "badData ||= isBadData(error) || wait > 500;\n      if (badData) delete answer.raw;",
    caughtBy: "lib/purchase/answer-kept.test.ts",
  },
  {
    name: "money that came back still counts against the daily limit",
    file: "lib/purchase/settle.ts",
    from: "${refunds}::boolean and",
    to: "false and",
    caughtBy: "lib/purchase/settle.test.ts",
  },
  {
    name: "settling holds the purchase while it waits for the wallet",
    file: "lib/purchase/settle.ts",
    from: "and exists (select from wallet) for update",
    to: "for update",
    caughtBy: "lib/purchase/place.test.ts",
  },
  {
    name: "a purchase is claimed though its slot went to another",
    file: "lib/purchase/claim.ts",
    from: "where p.id = head.id and exists (select from slot)",
    to: "where p.id = head.id",
    caughtBy: "lib/purchase/claim.test.ts",
  },
  {
    name: "whatever has the ref is taken for what the lost line placed",
    file: "lib/purchase/place.ts",
    from: "return found.ident === ident ? found : undefined;",
    to: "return found;",
    caughtBy: "lib/purchase/commit-lost.test.ts",
  },
  {
    name: "a lost line is answered by placing again",
    file: "lib/purchase/place.ts",
    from: "if (isDatabaseDown(error)) return recall(ctx, offer, error);",
    to: "if (isDatabaseDown(error)) return undefined;",
    caughtBy: "lib/purchase/commit-lost.test.ts",
  },
  {
    name: "two forms at once are not asked whether both are meant",
    file: "lib/purchase/hold.ts",
    from: "if (!asksFirst(offer)) return tryHold",
    to: "if (offer) return tryHold",
    caughtBy: "lib/purchase/place.test.ts",
  },
  {
    name: "a purchase that comes back unsent waits on for a buyer who was stopped",
    file: "lib/purchase/record-answer.ts",
    from: "const active = await isBuyerActive(ctx, purchaseId);",
    to: "const active = (await isBuyerActive(ctx, purchaseId)) || true;",
    caughtBy: "lib/reseller/reseller.test.ts",
  },
  {
    name: "an upstream that keeps contradicting itself is sent more",
    file: "lib/purchase/pace.ts",
    from: "return answer.discrepancy ? stopOnRun(ctx) : run(ctx);",
    to: "return run(ctx);",
    caughtBy: "lib/purchase/dispatch.test.ts",
  },
  {
    name: "the balance chain decides what fits in two ways",
    file: "lib/reconcile/chain.ts",
    from: "if (bits === CHARGED)",
    to: "if (bits & CHARGED)",
    caughtBy: "lib/reconcile/chain.test.ts",
  },
  {
    name: "money moves without its audit record",
    file: "lib/audit/record-rows.ts",
    from: "from ${rows.from}`;",
    to: "from ${rows.from} where false`;",
    caughtBy: "lib/purchase/place.test.ts",
  },
  {
    name: "who proposed a decision confirms it",
    file: "lib/reconcile/confirm-decision.ts",
    from: "ne(decisions.proposedBy, admin.id)",
    to: "isNull(decisions.endedAt)",
    caughtBy: "lib/reconcile/reconcile.test.ts",
  },
];
