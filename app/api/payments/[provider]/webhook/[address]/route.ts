import { handleResellerProviderWebhook } from "#lib/payment/webhook/provider-webhook-route";

export const dynamic = "force-dynamic";

/** For the account that a reseller has at a provider. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ provider: string; address: string }> },
): Promise<Response> {
  const { provider, address } = await params;
  return handleResellerProviderWebhook(request, provider, address);
}
