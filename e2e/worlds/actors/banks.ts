import type { OpenWorld } from "../open-world.ts";
import type { BankTruth } from "../outside/bank.ts";
import { act } from "./people.ts";

const REST_MS = 3_000;

/** Has payers' banks demand some payments back, wholly or in part; each is answered, won or lost. */
export async function disputeSome(open: OpenWorld): Promise<void> {
  const { world } = open;
  const { payments, disputes } = await world.call<BankTruth>("outside", "readBank");
  const disputed = new Set(disputes.map(({ payment }) => payment.reference));
  const paid = payments.filter(({ status, reference }) => status === "paid" && !disputed.has(reference));
  for (const { provider, reference, amount } of paid.slice(-2)) {
    const name = { provider, reference };
    const bank = <T>(verb: string, input: unknown) => world.call<T>("outside", "bank", { verb, input });
    // Of the three, only Paystack has disputes; banks reverse the payments of the others.
    if (provider !== "paystack") await bank("reverse", name);
    else {
      const part = world.chance(0.4) ? { amount: amount / 2n } : {};
      const id = await bank<number>("dispute", { ...name, ...part });
      await world.sleep(world.between(0, REST_MS));
      for (const state of ["answered", world.pick(["won", "lost"])])
        await bank("resolve-dispute", { id, state });
    }
    await world.sleep(world.between(0, REST_MS));
  }
  await act(open, "recheckTransactions");
}
