import { cookies } from "next/headers";
import NextAuth from "next-auth";
import { createAuthOptions } from "#lib/request/auth";
import { checkOrigin } from "#lib/request/origin";
import { errorResponse } from "#lib/request/route";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

/** The paths that next-auth serves. It reports other paths, and unparsable URLs, as its own errors. */
const ALLOWED_PATHS: Record<string, RegExp> = {
  GET: /^(session|csrf|providers|error|signin|signout)$/,
  POST: /^((signin|callback)\/credentials|signout)$/,
};

async function GET(request: Request, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  if (!ALLOWED_PATHS[request.method]?.test(nextauth.join("/")))
    return rejectRequest(404, "There is nothing at this address.");
  if (!(await isBodyReadable(request)))
    return rejectRequest(400, "The form or its callbackUrl is malformed.");
  return addHeaders(await NextAuth(createAuthOptions())(request, context), {
    "Cache-Control": "private, no-store",
  });
}

/** Signing in and out are changes: beside next-auth's own token they must come from a page of the portal. */
async function POST(request: Request, context: Context) {
  try {
    checkOrigin(request.headers);
  } catch (error) {
    return errorResponse(error);
  }
  return GET(request, context);
}

function addHeaders(response: Response, more: Record<string, string>): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

/** The body is a form or a JSON object, and wherever a callbackUrl stands, it is a web address or a path. */
async function isBodyReadable(request: Request): Promise<boolean> {
  const body = request.method === "POST" ? await readBody(request.clone()) : {};
  if (!body) return false;
  const { searchParams, origin } = new URL(request.url);
  const cookieUrls = (await cookies()).getAll().filter(({ name }) => name.endsWith("next-auth.callback-url"));
  const callbackUrls = [
    ...searchParams.getAll("callbackUrl"),
    ...cookieUrls.map(({ value }) => value),
    body.callbackUrl,
  ];
  return callbackUrls.every((url) => !url || (typeof url === "string" && isWebAddress(url, origin)));
}

async function readBody(request: Request): Promise<Record<string, unknown> | undefined> {
  if (!request.headers.get("content-type")?.includes("json"))
    return Object.fromEntries(new URLSearchParams(await request.text()));
  const body: unknown = await request.json().catch(() => undefined);
  return typeof body === "object" && body !== null ? { ...body } : undefined;
}

function isWebAddress(url: string, origin: string): boolean {
  const base = url.startsWith("/") ? origin : undefined;
  return URL.canParse(url, base) && /^https?:$/.test(new URL(url, base).protocol);
}

function rejectRequest(status: number, message: string): Response {
  return Response.json({ message, errors: {} }, { status, headers: { "Cache-Control": "no-store" } });
}

export { GET, POST };
