import { redirect } from "next/navigation";
import { getPageFrame } from "#app/(reseller)/page-frame.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { requireResellerPage } from "#lib/request/actor";
import { EarnTabs, hasLevel } from "./earn-tabs.tsx";
import { LevelSection } from "./level.tsx";
import { ReferralSection } from "./referrals.tsx";

export const metadata = { title: "Earn more" };

/** A level with better prices, and referrals: those that the operator offers. Works without script. */
export default async function EarnPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const [frame, { done }] = await Promise.all([getPageFrame(ctx), searchParams]);
  const [level, { hasReferrals, hasAgents, parent }] = [hasLevel(frame), frame];
  if (!level && !hasReferrals && hasAgents) redirect("/earn/agents");
  return (
    <>
      <LiveUpdates />
      <PageHeader title="Earn more" tabs={<EarnTabs ctx={ctx} current="/earn" />} />
      <div className="grid max-w-2xl gap-8">
        {(level || (!hasReferrals && parent === null)) && <LevelSection ctx={ctx} done={[done].flat()[0]} />}
        {(hasReferrals || !level) && <ReferralSection ctx={ctx} />}
      </div>
    </>
  );
}
