import { decimalText, formatMoney } from "#lib/core/money";
import { home } from "#lib/purchase/report/home";
import { requireResellerPage } from "#lib/web/actor";
import { Live } from "../../ui/live.tsx";
import { Notice } from "../../ui/notice.tsx";
import { fundPath } from "../wallet/fund/fund-path.ts";
import { Again } from "./again.tsx";
import { Balance } from "./balance.tsx";
import { Recent } from "./recent.tsx";
import { Today } from "./today.tsx";

export const metadata = { title: "Home" };

/** What a reseller sees first: their money, the way to buy, what they bought. */
export default async function HomePage() {
  const { ctx } = await requireResellerPage();
  const view = await home(ctx);
  return (
    <>
      <Live />
      <h1 className="sr-only">Home</h1>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-8">
        {view.stoppedNotice && (
          <div className="lg:col-span-2">
            <Notice kind="warn">{view.stoppedNotice}</Notice>
          </div>
        )}
        <Balance
          balance={formatMoney(view.balance)}
          held={view.held > 0n ? formatMoney(view.held) : null}
          fund={
            view.balance > 0n
              ? null
              : fundPath(view.balance < 0n ? { amount: decimalText(-view.balance) } : {})
          }
        />
        <Today count={view.todayCount} spent={formatMoney(view.todaySpent)} />
        {view.again.length > 0 && <Again items={view.again} />}
        <Recent purchases={view.recent} />
      </div>
    </>
  );
}
