import { takeNotice } from "#lib/payment/notice-route";

export const dynamic = "force-dynamic";

export async function POST(
  request: Request,
  { params }: { params: Promise<{ provider: string }> },
): Promise<Response> {
  return takeNotice(request, (await params).provider);
}
