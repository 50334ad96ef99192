import { startFunding } from "#lib/payment/start-funding";
import { startTestProvider } from "#lib/payment/testing/test-provider";
import type { TestSystem } from "./harness.ts";
import type { TestPerson } from "./test-accounts.ts";
import { testResellerCtx } from "./test-purchases.ts";

/** Begins an online payment. @returns its reference. */
export async function createTestPayment(system: TestSystem, owner: TestPerson): Promise<string> {
  const provider = await startTestProvider();
  try {
    const input = { ref: `r${owner.id}`, amount: "500.00", provider: "paystack" as const };
    return (await startFunding(testResellerCtx(system, owner), input, provider.using)).reference;
  } finally {
    await provider.close();
  }
}
