import { problemReply } from "./problem-reply.ts";
import type { Reply } from "./reply.ts";

/** The filtered list tells what went wrong on the portal's side in a shape of its own (sections 4.2 and 7.6). */
export function filteredProblem(error: unknown): Reply {
  const reply = problemReply(error);
  if (reply.status < 500) return reply;
  const { message } = reply.body as { message: string };
  return { ...reply, body: { success: false, message: "The plans could not be listed.", error: message } };
}
