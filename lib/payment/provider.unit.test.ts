import { expect, it } from "vitest";
import { PaymentRefused, PaymentUnanswered, PROVIDERS, type Provider } from "./provider.ts";

it("a provider's errors say which provider it was, and why", () => {
  const names: Provider["name"][] = [...PROVIDERS];
  for (const name of names) {
    expect(new PaymentUnanswered(name, "time-out").message).toBe(`${name} gave no clear answer: time-out`);
    expect(new PaymentRefused(name, "no such plan").message).toBe(`${name} refused: no such plan`);
  }
});
