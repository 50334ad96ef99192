import NextAuth from "next-auth";
import { authOptions } from "#lib/web/auth";
import { checkOrigin } from "#lib/web/origin";
import { errorResponse } from "#lib/web/route";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

const GET = (request: Request, context: Context) => NextAuth(authOptions())(request, context);

/** Signing in and out is a change as any other: beside next-auth's own token it must come from a page of the portal. */
function POST(request: Request, context: Context) {
  try {
    checkOrigin(request.headers);
  } catch (error) {
    return errorResponse(error);
  }
  return GET(request, context);
}

export { GET, POST };
