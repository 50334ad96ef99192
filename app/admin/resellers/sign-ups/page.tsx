import { UserRoundCheck } from "lucide-react";
import type { Metadata } from "next";
import { countSignUps, signUpList } from "#lib/account/sign-up/list";
import { readSignUpSwitch } from "#lib/account/sign-up/sign-up";
import { history } from "#lib/audit/history";
import { env } from "#lib/core/env";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { Card } from "../../../ui/card.tsx";
import { ListFilters } from "../../../ui/list-filters.tsx";
import { ListBody, ListHeader } from "../../../ui/list-page.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { HistoryCard } from "../../history-card.tsx";
import { ResellerTabs } from "../tabs.tsx";
import { switchSignUp } from "./actions.ts";
import { SignUpCard } from "./sign-up-card.tsx";

export const metadata: Metadata = { title: "Asked for an account" };

const HERE = "/admin/resellers/sign-ups";

const FILTERS = [
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
  const [page, waiting, { open, version }, records] = await Promise.all([
    signUpList.page(ctx, await searchParams),
    countSignUps(ctx),
    readSignUpSwitch(ctx),
    history(ctx, { subject: "sign-up", subjectId: "switch" }),
  ]);
  const empty = {
    icon: UserRoundCheck,
    title: "Nobody waits",
    text: open
      ? "Whoever asks for an account shows here, to be approved or refused."
      : "Nobody can ask for an account while the page is off.",
  };
  const unmatched = {
    icon: UserRoundCheck,
    title: "Nobody matches",
    text: "Look for another name or e-mail.",
    action: { href: HERE, label: "Show who waits", quiet: true },
  };
  return (
    <>
      <ListHeader here={HERE} page={page} title="Resellers" />
      <ResellerTabs here={HERE} waiting={waiting} />
      <ListFilters here={HERE} on={page.on} search="Name or e-mail" filters={FILTERS} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <ListBody here={HERE} page={page} empty={empty} unmatched={unmatched}>
            {page.rows.map((one) => (
              <SignUpCard key={one.id} asked={one} />
            ))}
          </ListBody>
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
              needs="rules"
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
