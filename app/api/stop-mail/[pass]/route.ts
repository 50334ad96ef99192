import { NOTIFICATION_KINDS } from "#lib/modules";
import { unsubscribeFromMail } from "#lib/notification/unsubscribe-from-mail";
import { getCurrentCtx } from "#lib/request/actor";
import { errorResponse, redirectTo } from "#lib/request/route";

export const dynamic = "force-dynamic";

type RouteContext = { params: Promise<{ pass: string }> };

/** Unsubscribes for a mail program (RFC 8058): from any origin, without a cookie. */
export async function POST(_request: Request, { params }: RouteContext): Promise<Response> {
  try {
    await unsubscribeFromMail(await getCurrentCtx(), await params, NOTIFICATION_KINDS);
    return new Response(null, { status: 204 });
  } catch (error) {
    return errorResponse(error);
  }
}

/** Redirects a browser to a page that asks first, as scanners open links automatically. */
export async function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  const { pass } = await params;
  return redirectTo(`/stop-mail/${encodeURIComponent(pass)}`);
}
