import { CreatedLinkResult } from "#app/admin/created-link";
import { Badge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { FormDisclosure } from "#app/ui/form/form-disclosure";
import { Input } from "#app/ui/form/input";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { RowList } from "#app/ui/list/list-row";
import { PageHeader } from "#app/ui/page/page-header";
import { Time } from "#app/ui/time";
import { env } from "#lib/core/env";
import { HELPER_PERMISSIONS } from "#lib/core/helper-permission";
import { formatMoney } from "#lib/core/money/money";
import { HelperLimits } from "#lib/helper/helper-limits";
import { MAX_HELPERS } from "#lib/helper/invite-helper";
import { type HelperView, listHelpers } from "#lib/helper/list-helpers";
import { requireResellerPage } from "#lib/request/actor";
import { changeHelperAction, endHelperAction, inviteHelperAction } from "./actions.ts";
import { HelperFields } from "./helper-fields.tsx";

export const metadata = { title: "Helpers" };

export default async function HelpersPage() {
  const { ctx, session } = await requireResellerPage();
  const helpers = await listHelpers(ctx);
  const [working, ended] = [
    helpers.filter(({ state }) => state !== "ended"),
    helpers.filter(({ state }) => state === "ended"),
  ];
  return (
    <>
      <PageHeader
        title="Helpers"
        lead="People who sell from your wallet with a sign-in of their own."
        back={{ href: "/settings", label: "Settings" }}
      />
      <div className="grid gap-6 md:max-w-2xl">
        {working.length > 0 && <HelperList title="Your helpers" helpers={working} />}
        {working.length < MAX_HELPERS && <InviteCard inviter={session.name} />}
        {ended.length > 0 && <HelperList title="Ended" helpers={ended} />}
      </div>
    </>
  );
}

function InviteCard({ inviter }: { inviter: string }) {
  return (
    <Card title="Invite helper">
      <ActionForm id="invite" action={inviteHelperAction}>
        <FormStatus />
        <CreatedLinkResult
          message={`${inviter} invited you to sell data on ${env().PORTAL_NAME}. Choose your password:`}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Input label="Name" name="name" required maxLength={100} autoComplete="off" />
          <Input label="Email" name="email" type="email" required maxLength={254} autoComplete="off" />
        </div>
        <FormDisclosure title="Limit and permissions" fields={HelperLimits.keyof().options}>
          <div className="grid gap-4 pt-1">
            <HelperFields />
          </div>
        </FormDisclosure>
        <ConfirmPassword />
        <SubmitButton className="self-start max-sm:w-full">Invite helper</SubmitButton>
      </ActionForm>
    </Card>
  );
}

function HelperList({ title, helpers }: { title: string; helpers: readonly HelperView[] }) {
  return (
    <Card title={title} padded={false}>
      <RowList label={title}>
        {helpers.map((helper) => (
          <HelperRow key={helper.id} helper={helper} />
        ))}
      </RowList>
    </Card>
  );
}

function HelperRow({ helper }: { helper: HelperView }) {
  const { name, email, state, endedAt } = helper;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 px-4 py-4 md:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="wrap-anywhere font-medium">
          {name} {state === "invited" && <Badge tone="unsure">Invited</Badge>}
        </h3>
        <p className="wrap-anywhere text-muted text-sm">{email}</p>
        {endedAt ? (
          <p className="text-muted text-sm">
            Ended <Time at={endedAt} />
          </p>
        ) : (
          <HelperFacts helper={helper} />
        )}
      </div>
      {state !== "ended" && <HelperActions helper={helper} />}
    </li>
  );
}

function HelperFacts({ helper: { dailyLimit, spent, permissions, seenAt } }: { helper: HelperView }) {
  return (
    <ul className="mt-1 text-muted text-sm">
      <li>
        {formatMoney(spent)}{" "}
        {dailyLimit === null ? "today, without a limit" : `of ${formatMoney(dailyLimit)} today`}
      </li>
      {permissions.map((permission) => (
        <li key={permission}>{HELPER_PERMISSIONS[permission]}</li>
      ))}
      {seenAt && (
        <li>
          Last used <Time at={seenAt} />
        </li>
      )}
    </ul>
  );
}

function HelperActions({ helper }: { helper: HelperView }) {
  const { id, name, version } = helper;
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <ConfirmDialog trigger="Change" look={{ size: "sm" }} title={`Change ${name}`}>
        <ActionForm id={`change-${id}`} action={changeHelperAction} hidden={{ id, version }}>
          <FormStatus />
          <HelperFields limits={helper} />
          <ConfirmPassword />
          <SubmitButton wide>Save</SubmitButton>
        </ActionForm>
      </ConfirmDialog>
      <ConfirmDialog
        trigger="End access"
        look={{ size: "sm", variant: "danger" }}
        title={`End the access of ${name}?`}
      >
        <ActionForm id={`end-${id}`} action={endHelperAction} hidden={{ id }}>
          <FormStatus />
          <p className="text-muted">
            They are signed out everywhere at once and can’t sign in again. Their purchases stay. You can’t
            undo this.
          </p>
          <SubmitButton variant="danger" wide>
            End access
          </SubmitButton>
        </ActionForm>
      </ConfirmDialog>
    </div>
  );
}
