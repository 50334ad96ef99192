import NextAuth from "next-auth";
import { authOptions } from "#lib/web/auth";
import { FORGET } from "#lib/web/headers";
import { checkOrigin } from "#lib/web/origin";
import { errorResponse } from "#lib/web/route";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

const GET = (request: Request, context: Context) => NextAuth(authOptions())(request, context);

/** Signing in and out is a change as any other: beside next-auth's own token it must come from a page of the portal. */
async function POST(request: Request, context: Context) {
  try {
    checkOrigin(request.headers);
  } catch (error) {
    return errorResponse(error);
  }
  const answer: Response = await GET(request, context);
  if ((await context.params).nextauth[0] !== "signout") return answer;
  return new Response(answer.body, {
    status: answer.status,
    headers: [...answer.headers, ...Object.entries(FORGET)],
  });
}

export { GET, POST };
