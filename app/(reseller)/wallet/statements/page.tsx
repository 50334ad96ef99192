import { Download, FileText } from "lucide-react";
import type { Metadata } from "next";
import { periods } from "#lib/purchase/period";
import { sayPeriod } from "#lib/purchase/period-paper";
import { requireResellerPage } from "#lib/web/actor";
import { buttonClass } from "../../../ui/button-class.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PlainIcon } from "../../../ui/plain-icon.tsx";

export const metadata: Metadata = { title: "Statements" };

/** Each month of my wallet as a paper, and each year in sum. */
export default async function StatementsPage() {
  const { ctx } = await requireResellerPage();
  const years = Map.groupBy(await periods(ctx), ({ month }) => month.slice(0, 4));
  return (
    <>
      <PageHeader
        title="Statements"
        lead="What came in, what went out and what was left: for your books and for the tax office."
        back={{ href: "/wallet", label: "Wallet" }}
      />
      {years.size === 0 ? (
        <EmptyState
          icon={FileText}
          title="No money moved yet"
          action={<ButtonLink href="/wallet/fund">Add money</ButtonLink>}
        >
          Each month in which money moved has its statement here.
        </EmptyState>
      ) : (
        <div className="grid gap-5">
          {[...years].map(([year, months]) => (
            <Card
              key={year}
              title={year}
              padded={false}
              action={<Files period={year} name={`summary of ${year}`} />}
            >
              <ul className="divide-y divide-line border-line border-t">
                {months.map(({ month, closed }) => (
                  <li
                    key={month}
                    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-1.5 md:px-5"
                  >
                    <span>
                      {sayPeriod(month)} {!closed && <span className="text-muted text-sm">so far</span>}
                    </span>
                    <Files period={month} name={`statement of ${sayPeriod(month)}`} />
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

function Files({ period, name }: { period: string; name: string }) {
  return (
    <span className="flex gap-1">
      {(["pdf", "csv"] as const).map((kind) => (
        <a
          key={kind}
          href={`/wallet/statements/${period}/${kind}`}
          download
          className={buttonClass({ variant: "quiet", size: "sm" })}
        >
          <PlainIcon icon={Download} />
          {kind.toUpperCase()}
          <span className="sr-only">: {name}</span>
        </a>
      ))}
    </span>
  );
}
