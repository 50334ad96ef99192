import { cookies } from "next/headers";
import NextAuth from "next-auth";
import { authOptions } from "#lib/web/auth";
import { FORGET } from "#lib/web/headers";
import { checkOrigin } from "#lib/web/origin";
import { errorResponse } from "#lib/web/route";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

/** What next-auth answers here. It takes anything else, and addresses that it cannot read, for faults of its own. */
const WAYS: Record<string, RegExp> = {
  GET: /^(session|csrf|providers|error|signin|signout)$/,
  POST: /^((signin|callback)\/credentials|signout)$/,
};

async function GET(request: Request, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  if (!WAYS[request.method]?.test(nextauth.join("/")))
    return refused(404, "There is nothing at this address.");
  if (!(await isReadable(request))) return refused(400, "The form or its callbackUrl is malformed.");
  return NextAuth(authOptions())(request, context);
}

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

/** The body is a form or a JSON object, and wherever a callbackUrl stands, it is a web address or a path. */
async function isReadable(request: Request): Promise<boolean> {
  const body = request.method === "POST" ? await bodyOf(request.clone()) : {};
  if (!body) return false;
  const { searchParams, origin } = new URL(request.url);
  const kept = (await cookies()).getAll().filter(({ name }) => name.endsWith("next-auth.callback-url"));
  const sent = [...searchParams.getAll("callbackUrl"), ...kept.map(({ value }) => value), body.callbackUrl];
  return sent.every((url) => !url || (typeof url === "string" && isWebAddress(url, origin)));
}

async function bodyOf(request: Request): Promise<Record<string, unknown> | undefined> {
  if (!request.headers.get("content-type")?.includes("json"))
    return Object.fromEntries(new URLSearchParams(await request.text()));
  const body: unknown = await request.json().catch(() => undefined);
  return typeof body === "object" && body !== null ? { ...body } : undefined;
}

function isWebAddress(url: string, origin: string): boolean {
  const base = url.startsWith("/") ? origin : undefined;
  return URL.canParse(url, base) && /^https?:$/.test(new URL(url, base).protocol);
}

function refused(status: number, message: string): Response {
  return Response.json({ message, errors: {} }, { status });
}

export { GET, POST };
