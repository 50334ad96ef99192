import { handleMessageWebhook } from "#lib/message/receive-message-webhook";

export const dynamic = "force-dynamic";

type RouteContext = { params: Promise<{ provider: string }> };

/** Takes webhooks of message providers: reports on messages, and replies to them. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  return handleMessageWebhook(request, (await params).provider);
}
