import { problemReply } from "./problem-reply.ts";
import type { Reply } from "./reply.ts";

/** The filtered list tells whatever went wrong on the portal's side as a 500 of its own shape (sections 4.2 and 7.6). */
export function filteredProblem(error: unknown): Reply {
  const reply = problemReply(error);
  if (reply.status < 500) return reply;
  const { message } = reply.body as { message: string };
  return {
    ...reply,
    status: 500,
    body: { success: false, message: "The plans could not be listed.", error: message },
  };
}
