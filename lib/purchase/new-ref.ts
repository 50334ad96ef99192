import { randomUUID } from "node:crypto";

/** A fresh ref for a form: minted when it is rendered, so that sending it twice is one purchase. */
export function newRef(): string {
  return `web-${randomUUID()}`;
}
