import { invalidResponse, type SandboxResponse } from "./responses.ts";

/** A purchase that was not executed, with the reason for the log. */
export interface PurchaseRefusal {
  kind: "refused";
  answer: SandboxResponse;
  reason: string;
}

export function createRefusal(answer: SandboxResponse, message: string): PurchaseRefusal {
  return { kind: "refused", answer, reason: message };
}

/** Creates a rejection in the shape of §7.2. */
export function businessRefusal(key: "status" | "amount", message: string): PurchaseRefusal {
  return createRefusal(invalidResponse({ [key]: [message] }), message);
}
