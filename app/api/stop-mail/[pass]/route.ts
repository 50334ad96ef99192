import { stopMail } from "#lib/notice/stop-mail";
import { currentCtx } from "#lib/web/actor";
import { errorResponse } from "#lib/web/route";

export const dynamic = "force-dynamic";

interface Where {
  params: Promise<{ pass: string }>;
}

/** What mail programs send when somebody ends such mails there (RFC 8058): from anywhere, without a cookie. */
export async function POST(_request: Request, { params }: Where): Promise<Response> {
  try {
    await stopMail(await currentCtx(), await params);
    return new Response(null, { status: 204 });
  } catch (error) {
    return errorResponse(error);
  }
}

/** The same address in a browser asks first: programs open links by themselves. */
export async function GET(_request: Request, { params }: Where): Promise<Response> {
  const { pass } = await params;
  return new Response(null, { status: 303, headers: { Location: `/stop-mail/${encodeURIComponent(pass)}` } });
}
