import { startFunding } from "#lib/payment/start-funding";
import { startTestProvider } from "#lib/payment/testing/test-provider";
import type { System } from "./harness.ts";
import type { TestPerson } from "./people.ts";
import { shopper } from "./shopping.ts";

/** A payment online that somebody began: its reference. */
export async function begunPayment(system: System, owner: TestPerson): Promise<string> {
  const provider = await startTestProvider();
  try {
    const input = { ref: `r${owner.id}`, amount: "500.00", provider: "paystack" as const };
    return (await startFunding(shopper(system, owner), input, provider.using)).reference;
  } finally {
    await provider.close();
  }
}
