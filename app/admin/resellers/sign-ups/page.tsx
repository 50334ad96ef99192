import { AdminForm } from "#app/admin/admin-form";
import { AdminList } from "#app/admin/admin-list";
import { HistoryDetails } from "#app/admin/history";
import { saveSettingsAction } from "#app/admin/settings/actions.ts";
import { ResellerTabs } from "#app/admin/tabs";
import { Card } from "#app/ui/card";
import { UserRoundCheck } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { signUpList } from "#lib/account/sign-up/sign-up-list";
import { signUpSettings } from "#lib/account/sign-up/sign-up-settings";
import { getAuditHistory } from "#lib/audit/audit-history";
import { readSettings } from "#lib/audit/settings/read-settings";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { requireAdminPage } from "#lib/request/actor";
import { SignUpCard } from "./sign-up-card.tsx";

export const metadata = { title: "Sign-up requests" };

const PATH = "/admin/resellers/sign-ups";

export default async function SignUpsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const { open, version } = await readSettings(ctx, signUpSettings);
  return (
    <AdminList
      ctx={ctx}
      here={PATH}
      query={await searchParams}
      list={signUpList}
      title="Sign-up requests"
      tabs={<ResellerTabs ctx={ctx} here={PATH} />}
      below={<SignUpSwitch ctx={ctx} open={open} version={version} />}
      search="Name or email"
      filters={[
        {
          name: "state",
          label: "Status",
          empty: "Pending",
          options: { approved: "Approved", rejected: "Rejected" },
        },
      ]}
      empty={{
        icon: UserRoundCheck,
        title: "No sign-up requests",
        text: open
          ? "New requests appear here for approval."
          : "Turn on the sign-up page to receive requests.",
      }}
      searchHint="Search for part of the name or email."
    >
      {({ rows }) => (
        <div className="grid max-w-3xl gap-5">
          {rows.map((request) => (
            <SignUpCard key={request.id} request={request} />
          ))}
        </div>
      )}
    </AdminList>
  );
}

function SignUpSwitch({ ctx, open, version }: { ctx: Ctx; open: boolean; version: number }) {
  return (
    <Card id="sign-up-page" title={signUpSettings.title} className="mt-8 max-w-3xl">
      <p className="mb-4">
        {open ? (
          <>
            The page is on, at <span className="break-all font-medium">{env().NEXTAUTH_URL}/sign-up</span>
          </>
        ) : (
          "The page is off. Visitors get “not found”."
        )}
      </p>
      <AdminForm
        needs="rules"
        id="switch"
        action={saveSettingsAction}
        hidden={{ settings: signUpSettings.name, open: open ? "" : "yes", version }}
        submit={open ? "Turn off page" : "Turn on page"}
      />
      <HistoryDetails records={getAuditHistory(ctx, { subject: "sign-up", subjectId: "switch" })} />
    </Card>
  );
}
