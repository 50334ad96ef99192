import { type Answer, invalid } from "./answers.ts";

/** A purchase that was not executed, with the words for the log. */
export interface Refused {
  kind: "refused";
  answer: Answer;
  why: string;
}

export function refused(answer: Answer, why: string): Refused {
  return { kind: "refused", answer, why };
}

/** A refusal in the shape of §7.2. */
export function business(key: "status" | "amount", message: string): Refused {
  return refused(invalid({ [key]: [message] }), message);
}
