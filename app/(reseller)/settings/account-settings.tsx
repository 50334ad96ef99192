import type { ReactNode } from "react";
import { AccessReviewFields } from "#app/choose-password/choose-password-form";
import { cx } from "#app/ui/cx.ts";
import { Disclosure } from "#app/ui/disclosure";
import { ActionForm, FormStatus, SubmitRow } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { PasswordField } from "#app/ui/form/password-field";
import { RowButton, SubmitButton } from "#app/ui/form/submit-button";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { PageHeader } from "#app/ui/page/page-header";
import { ROW_PADDING_CLASS, SettingsGroup, SettingsRow } from "#app/ui/settings-row";
import { Time } from "#app/ui/time";
import { listPasskeys } from "#lib/account/passkey/passkeys";
import { getPinStatus } from "#lib/account/pin/set-pin";
import type { SessionView } from "#lib/account/session/read-session";
import { getTwoFactorStatus } from "#lib/account/two-factor/two-factor-status";
import type { Ctx } from "#lib/core/context";
import { modules } from "#lib/modules";
import { type AccessReview, getAccessReview } from "#lib/reseller/access-review";
import { changePasswordAction, endOtherSessionsAction, renameAccountAction } from "./actions.ts";
import { PinRow } from "./pin-row.tsx";
import { PasskeysRow, TwoFactorRow } from "./sign-in-rows.tsx";

interface Props {
  ctx: Ctx;
  session: SessionView;
  query: Query;
  accountRows?: ReactNode;
  /** The tabs to other settings. */
  tabs?: ReactNode;
  children?: ReactNode;
}

/** The name, sign-in methods and devices of a reseller or admin: rows with values, of which one is open. */
export async function AccountSettings({ ctx, session, query, accountRows, tabs, children }: Props) {
  const { kind, email } = session.actor;
  const [review, twoFactor, passkeys, pin] = await Promise.all([
    getAccessReview(ctx, modules),
    getTwoFactorStatus(ctx),
    listPasskeys(ctx),
    kind === "reseller" ? getPinStatus(ctx) : null,
  ]);
  const path = kind === "reseller" ? "/settings" : "/admin/settings";
  const open = [query.open].flat()[0];
  return (
    <>
      <PageHeader title="Settings" lead={`Signed in as ${email}`} tabs={tabs} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <SettingsGroup title="Account">
          <NameRow name={session.name} path={path} open={open} />
          {accountRows}
        </SettingsGroup>
        <SettingsGroup title="Sign-in and security">
          {pin && <PinRow pin={pin} codes={twoFactor.since !== null} open={open} />}
          <PasswordRow email={email} review={review} path={path} open={open} />
          <TwoFactorRow state={twoFactor} open={open} permalink={`${path}?open=two-factor`} />
          <PasskeysRow passkeys={passkeys} open={open} />
          <SessionsRow sessions={review.sessions} path={path} open={open} />
        </SettingsGroup>
        {children}
      </div>
    </>
  );
}

/** The same of a helper, who signs in with a password alone. */
export async function HelperSettings({ ctx, session, query }: Pick<Props, "ctx" | "session" | "query">) {
  const [review, pin] = await Promise.all([getAccessReview(ctx, modules), getPinStatus(ctx)]);
  const row = { path: "/settings", open: [query.open].flat()[0] };
  const { email } = session.actor;
  return (
    <>
      <PageHeader title="Settings" lead={`Signed in as ${email}`} />
      <SettingsGroup title="Account">
        <NameRow {...row} name={session.name} />
        <PinRow pin={pin} codes={false} open={row.open} />
        <PasswordRow {...row} email={email} review={review} />
        <SessionsRow {...row} sessions={review.sessions} />
      </SettingsGroup>
    </>
  );
}

interface RowProps {
  path: string;
  /** The name of the open row. */
  open: string | undefined;
}

function NameRow({ name, path, open }: RowProps & { name: string }) {
  return (
    <SettingsRow name="name" title="Name" value={name} open={open}>
      <ActionForm
        action={renameAccountAction}
        permalink={`${path}?open=name`}
        className={cx(ROW_PADDING_CLASS, "max-w-md gap-4")}
      >
        <Input label="Name" name="name" autoComplete="name" required maxLength={100} defaultValue={name} />
        <SubmitRow>
          <SubmitButton variant="secondary">Save name</SubmitButton>
        </SubmitRow>
      </ActionForm>
    </SettingsRow>
  );
}

function PasswordRow({ email, review, path, open }: RowProps & Omit<PasswordFormProps, "permalink">) {
  return (
    <SettingsRow name="password" title="Password" value="Change" open={open}>
      <PasswordForm email={email} review={review} permalink={`${path}?open=password`} />
    </SettingsRow>
  );
}

function SessionsRow({ sessions, path, open }: RowProps & Pick<AccessReview, "sessions">) {
  const count = sessions.length;
  return (
    <SettingsRow
      name="sessions"
      title="Active sessions"
      value={count === 1 ? "1 device" : `${count} devices`}
      open={open}
    >
      <ActiveSessions sessions={sessions} permalink={`${path}?open=sessions`} />
    </SettingsRow>
  );
}

interface PasswordFormProps {
  email: string;
  review: AccessReview;
  permalink: string;
}

function PasswordForm({ email, review, permalink }: PasswordFormProps) {
  return (
    <ActionForm
      action={changePasswordAction}
      permalink={permalink}
      className={cx(ROW_PADDING_CLASS, "max-w-md gap-4")}
    >
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        required
      />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        hint="At least 10 characters."
      />
      <AccessReviewFields review={review} />
      <SubmitRow>
        <SubmitButton variant="secondary">Change password</SubmitButton>
      </SubmitRow>
    </ActionForm>
  );
}

/** Other sessions in sight; older ones are folded. */
const MAX_OTHER_SESSIONS = 2;

function ActiveSessions({ sessions, permalink }: Pick<AccessReview, "sessions"> & { permalink: string }) {
  const otherSessions = sessions.filter(({ current }) => !current);
  const folded = otherSessions.slice(MAX_OTHER_SESSIONS);
  return (
    <ActionForm action={endOtherSessionsAction} permalink={permalink} className="gap-4">
      <RowList label="Devices">
        {sessions
          .filter((session) => !folded.includes(session))
          .map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
      </RowList>
      {folded.length > 0 && (
        <Disclosure
          title={folded.length === 1 ? "1 more session" : `${folded.length} more sessions`}
          className="*:first:px-4 md:*:first:px-5"
        >
          <RowList label="More devices">
            {folded.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </RowList>
        </Disclosure>
      )}
      <div className={cx(ROW_PADDING_CLASS, "grid gap-4 empty:hidden")}>
        <FormStatus />
        {otherSessions.length > 1 && (
          <SubmitButton variant="danger" name="which" value="others" className="justify-self-start">
            Sign out all others
          </SubmitButton>
        )}
      </div>
    </ActionForm>
  );
}

function SessionRow({ session }: { session: AccessReview["sessions"][number] }) {
  const { id, device, address, seenAt, current } = session;
  return (
    <ListRow
      title={device}
      note={
        <>
          Last used <Time at={seenAt} />
          {address && ` from ${address}`}
        </>
      }
      state={
        current ? (
          "This device"
        ) : (
          <RowButton name="which" value={id} aria-label={`Sign out ${device}`}>
            Sign out
          </RowButton>
        )
      }
    />
  );
}
