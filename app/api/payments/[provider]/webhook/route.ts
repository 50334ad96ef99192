import { handleProviderWebhook } from "#lib/payment/webhook/provider-webhook-route";

export const dynamic = "force-dynamic";

export async function POST(
  request: Request,
  { params }: { params: Promise<{ provider: string }> },
): Promise<Response> {
  return handleProviderWebhook(request, (await params).provider);
}
