import { answerBeside, visitorOf } from "./endpoint.ts";
import { problemReply } from "./problem-reply.ts";
import { respond } from "./respond.ts";

/** Programs read JSON, also about an address that does not exist. */
export async function notHere(request: Request): Promise<Response> {
  const reply = { status: 404, body: { message: "This address does not exist." } };
  return answerBeside(visitorOf(request), request, reply).catch((error: unknown) =>
    respond(request, problemReply(error)),
  );
}
