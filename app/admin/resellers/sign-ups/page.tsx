import { UserRoundCheck } from "lucide-react";
import type { Metadata } from "next";
import { countSignUps, ListSignUpsInput, listSignUps, SignUpFilter } from "#lib/account/sign-up/list";
import { readSignUpSwitch } from "#lib/account/sign-up/switch";
import { history } from "#lib/audit/history";
import { env } from "#lib/core/env";
import { requireAdminPage } from "#lib/web/actor";
import { address, type Query } from "../../../ui/address.ts";
import { Card } from "../../../ui/card.tsx";
import { CsvLink } from "../../../ui/csv-link.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { filtersOn } from "../../../ui/filters-on.ts";
import { ListFilters } from "../../../ui/list-filters.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { HistoryCard } from "../../history-card.tsx";
import { ResellerTabs } from "../tabs.tsx";
import { switchSignUp } from "./actions.ts";
import { SignUpCard } from "./sign-up-card.tsx";

export const metadata: Metadata = { title: "Asked for an account" };

const HERE = "/admin/resellers/sign-ups";

const CHOICES = [
  {
    name: "state",
    label: "State",
    empty: "Waiting",
    options: [
      { value: "approved", label: "Approved" },
      { value: "refused", label: "Refused" },
    ],
  },
];

/** Who asked for an account and waits, and whether strangers may ask at all. */
export default async function SignUpsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const query = await searchParams;
  const on = filtersOn(SignUpFilter.parse(query));
  const [{ rows, next, previous }, waiting, { open, version }, records] = await Promise.all([
    listSignUps(ctx, ListSignUpsInput.parse(query)),
    countSignUps(ctx),
    readSignUpSwitch(ctx),
    history(ctx, { subject: "sign-up", subjectId: "switch" }),
  ]);
  return (
    <>
      <PageHeader title="Resellers">
        {rows.length > 0 && <CsvLink href={address(`${HERE}/export`, on)} />}
      </PageHeader>
      <ResellerTabs here={HERE} waiting={waiting} />
      <ListFilters here={HERE} on={on} search="Name or e-mail" filters={CHOICES} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          {rows.map((one) => (
            <SignUpCard key={one.id} asked={one} />
          ))}
          {rows.length === 0 && (
            <Card>
              <EmptyState
                icon={UserRoundCheck}
                title={Object.keys(on).length > 0 ? "Nobody matches" : "Nobody waits"}
              >
                {open
                  ? "Whoever asks for an account shows here, to be approved or refused."
                  : "Nobody can ask for an account while the page is off."}
              </EmptyState>
            </Card>
          )}
          <Pager
            previous={previous && address(HERE, on, { before: previous })}
            next={next && address(HERE, on, { after: next })}
            words={{ previous: "Older", next: "Newer" }}
          />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <Card title="The page to ask for an account">
            <p className="mb-4">
              {open ? (
                <>
                  It is on, at <span className="break-all font-medium">{env().NEXTAUTH_URL}/sign-up</span>
                </>
              ) : (
                "It is off: to strangers it does not exist."
              )}
            </p>
            <DeskForm
              id="switch"
              action={switchSignUp}
              hidden={{ to: open ? "closed" : "open", version }}
              submit={open ? "Switch it off" : "Switch it on"}
            />
          </Card>
          <HistoryCard records={records} />
        </div>
      </div>
    </>
  );
}
