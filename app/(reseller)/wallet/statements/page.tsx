import { buttonClass } from "#app/ui/button-class.ts";
import { Card } from "#app/ui/card";
import { Download, FileText } from "#app/ui/icon/icons.ts";
import { EmptyCard } from "#app/ui/list/list-page";
import { PageHeader } from "#app/ui/page/page-header";
import { requireResellerPage } from "#lib/request/actor";
import { formatPeriod } from "#lib/sales/period-pdf";
import { listStatementMonths } from "#lib/sales/period-statement";

export const metadata = { title: "Statements" };

export default async function StatementsPage() {
  const { ctx } = await requireResellerPage();
  const years = Map.groupBy(await listStatementMonths(ctx), ({ month }) => month.slice(0, 4));
  return (
    <>
      <PageHeader
        title="Statements"
        lead="Money in, money out and your balance, for your records and tax."
        back={{ href: "/wallet", label: "Wallet" }}
      />
      {years.size === 0 ? (
        <EmptyCard
          icon={FileText}
          title="No statements yet"
          text="Top up your wallet, and each month with transactions gets a statement here."
          action={{ href: "/wallet/fund", label: "Top up wallet" }}
        />
      ) : (
        <div className="grid gap-5">
          {[...years].map(([year, months]) => (
            <Card
              key={year}
              title={year}
              padded={false}
              action={<StatementFiles period={year} name={`summary of ${year}`} />}
            >
              <ul className="divide-y divide-line border-line border-t">
                {months.map(({ month, closed }) => (
                  <li key={month} className="flex items-center justify-between gap-x-4 px-4 py-1.5 md:px-5">
                    <span>
                      {formatPeriod(month)}{" "}
                      {!closed && <span className="text-muted text-sm max-sm:block">so far</span>}
                    </span>
                    <StatementFiles period={month} name={`statement of ${formatPeriod(month)}`} />
                  </li>
                ))}
              </ul>
            </Card>
          ))}
        </div>
      )}
    </>
  );
}

function StatementFiles({ period, name }: { period: string; name: string }) {
  return (
    <span className="flex gap-1">
      {(["pdf", "csv"] as const).map((kind) => (
        <a
          key={kind}
          href={`/wallet/statements/${period}/${kind}`}
          download
          className={buttonClass({ variant: "quiet", size: "sm" })}
        >
          <Download />
          {kind.toUpperCase()}
          <span className="sr-only">: {name}</span>
        </a>
      ))}
    </span>
  );
}
