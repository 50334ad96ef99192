import { AdminDialog } from "#app/admin/admin-form";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { NewSecretResult } from "#app/ui/new-secret-banner";
import { Time, TimePhrase } from "#app/ui/time";
import { RenewTokenDialog, RevokeTokenDialog, TokenActions } from "#app/ui/tokens/token-actions";
import { NewTokenFields } from "#app/ui/tokens/token-fields";
import { TokenTable } from "#app/ui/tokens/token-table";
import type { OpenSessionView } from "#lib/account/session/list-sessions";
import type { TokenView } from "#lib/account/token/list-tokens";
import {
  createResellerTokenAction,
  endResellerSessionsAction,
  renewResellerTokenAction,
  resetTwoFactorAction,
  revokeResellerTokenAction,
} from "./actions.ts";

interface TokensProps {
  resellerId: number;
  closed: boolean;
  tokens: readonly TokenView[];
}

export function TokensCard({ resellerId, closed, tokens }: TokensProps) {
  return (
    <TokenActions renew={renewResellerTokenAction} revoke={revokeResellerTokenAction}>
      <Card
        title="Tokens"
        padded={false}
        action={
          <span className="flex gap-1">
            <ButtonLink href={`/admin/resellers/${resellerId}/requests`} variant="quiet" size="sm">
              Requests
            </ButtonLink>
            {!closed && (
              <AdminDialog
                needs="resellers"
                trigger="New token"
                look={{ variant: "quiet", size: "sm" }}
                title="New token"
                id="token"
                action={createResellerTokenAction}
                hidden={{ resellerId }}
                submit="Create token"
                answer={<NewSecretResult what="token" />}
              >
                <NewTokenFields />
              </AdminDialog>
            )}
          </span>
        }
      >
        <TokenTable
          tokens={tokens}
          none="No tokens yet."
          acts={({ id, name, state }) =>
            !closed && (
              <div className="flex flex-wrap gap-2">
                {state === "valid" && <RenewTokenDialog id={id} name={name} needsReason />}
                <RevokeTokenDialog id={id} name={name} needsReason />
              </div>
            )
          }
        />
      </Card>
    </TokenActions>
  );
}

interface SessionsProps {
  resellerId: number;
  sessions: readonly OpenSessionView[];
  /** When two-factor sign-in was turned on. */
  secondFactorSince: Date | null;
}

export function SessionsCard({ resellerId, sessions, secondFactorSince }: SessionsProps) {
  return (
    <Card
      title="Active sessions"
      padded={false}
      action={
        sessions.length > 0 && (
          <AdminDialog
            needs="resellers"
            trigger="Sign out all"
            look={{ variant: "quiet", size: "sm" }}
            title="Sign out of all devices?"
            id="end-sessions"
            action={endResellerSessionsAction}
            hidden={{ resellerId }}
            submit="Sign out all devices"
            submitLook="danger"
          />
        )
      }
    >
      {sessions.length === 0 && <p className="p-4 text-muted md:px-5">No active sessions.</p>}
      <RowList label="Devices">
        {sessions.map(({ id, device, address, seenAt }) => (
          <ListRow
            key={id}
            title={device}
            note={<TimePhrase before="Last used " at={seenAt} after={address && ` from ${address}`} />}
          />
        ))}
      </RowList>
      {secondFactorSince && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t p-4 md:px-5">
          <p>
            Two-factor sign-in is on{" "}
            <span className="text-muted text-sm">
              since <Time at={secondFactorSince} />
            </span>
          </p>
          <AdminDialog
            needs="resellers"
            trigger="Reset"
            look={{ variant: "danger", size: "sm" }}
            title="Reset two-factor sign-in?"
            about="Use this if the reseller lost their phone and backup codes. Verify their identity on a known phone number first. This signs them out everywhere and turns two-factor sign-in off."
            id="reset-two-factor"
            action={resetTwoFactorAction}
            hidden={{ resellerId }}
            reasonHint="For the audit log: how you verified their identity."
            submit="Reset two-factor sign-in"
            submitLook="danger"
          />
        </div>
      )}
    </Card>
  );
}
