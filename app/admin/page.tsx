import type { Metadata } from "next";
import { formatMoney } from "#lib/core/money";
import { home } from "#lib/report/home";
import { requireAdminPage } from "#lib/web/actor";
import { Card } from "../ui/card.tsx";
import { Live } from "../ui/live.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { Figures } from "./home/figures.tsx";
import { Month } from "./home/month.tsx";
import { Needs } from "./home/needs.tsx";
import { Setup } from "./home/setup.tsx";

export const metadata: Metadata = { title: "Home" };

/** What needs a hand now, and how today goes. */
export default async function AdminHomePage() {
  const { ctx } = await requireAdminPage();
  const { needs, setup, today, yesterday, lastWeek, days } = await home(ctx);
  return (
    <>
      <Live />
      <PageHeader title="Home" lead={leadOf(today)} />
      <div className="grid gap-5">
        <Needs needs={needs} isSetUp={setup.length === 0} />
        {setup.length > 0 && <Setup steps={setup} />}
        <Figures today={today} yesterday={yesterday} lastWeek={lastWeek} />
        <Card
          title="The last 30 days"
          action={
            <PageLink href="/admin/closes" className="font-medium text-accent text-sm">
              Daily close
            </PageLink>
          }
        >
          <Month days={days} />
        </Card>
      </div>
    </>
  );
}

function leadOf({ delivered, sales, open }: { delivered: number; sales: bigint; open: number }): string {
  const bundles = delivered === 1 ? "1 bundle" : `${delivered} bundles`;
  const waiting = open > 0 ? `, ${open} on their way` : "";
  return `${bundles} delivered today for ${formatMoney(sales)}${waiting}.`;
}
