import { PlanPricePage } from "#app/(reseller)/prices/plan-price-page";
import { requireResellerPage } from "#lib/request/actor";

export const metadata = { title: "Plan price" };

export default async function PlanPage({ params }: { params: Promise<{ plan: string }> }) {
  const { ctx } = await requireResellerPage();
  return <PlanPricePage ctx={ctx} audience="customers" id={(await params).plan} />;
}
