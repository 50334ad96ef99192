import { expect, it } from "vitest";
import { PaymentRejected, PaymentUnclear, PROVIDER_NAMES, type Provider } from "./provider.ts";

it("names the provider and the reason in its errors", () => {
  const names: Provider["name"][] = [...PROVIDER_NAMES];
  for (const name of names) {
    expect(new PaymentUnclear(name, "time-out").message).toBe(`${name} gave no clear response: time-out`);
    expect(new PaymentRejected(name, "no such plan").message).toBe(
      `${name} rejected the request: no such plan`,
    );
  }
});
