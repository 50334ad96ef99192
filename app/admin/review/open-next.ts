import { redirect } from "next/navigation";
import { QUEUE_PATH } from "./queue/queue-labels.ts";

const NEXT_PATTERN = /^\/admin\/(review|purchases)\/[\w/-]*(\?[\w=&.-]*)?$/;

/**
 * Makes the result of an action that decides one item: opens the page that its form names as `next`, which
 * shows the decision by `done`.
 * @param name the field with the item
 */
export const openNext =
  (kind: string, name: "ident" | "id") =>
  (_result: unknown, input: object): never => {
    const next: unknown = Reflect.get(input, "next");
    const item: unknown = Reflect.get(input, name);
    const path = typeof next === "string" && NEXT_PATTERN.test(next) ? next : QUEUE_PATH;
    const done = new URLSearchParams({ done: `${kind}.${String(item)}` });
    redirect(`${path}${path.includes("?") ? "&" : "?"}${done}`);
  };
