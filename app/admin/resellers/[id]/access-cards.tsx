import type { OpenSessionView } from "#lib/account/session/list";
import type { TokenView } from "#lib/account/token/list";
import { Card } from "../../../ui/card.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { List, Row } from "../../../ui/row.tsx";
import { SecretAnswer } from "../../../ui/shown-once.tsx";
import { Time } from "../../../ui/time.tsx";
import { RenewToken, RevokeToken, TokenDesk } from "../../../ui/tokens/token-acts.tsx";
import { NewTokenFields } from "../../../ui/tokens/token-fields.tsx";
import { TokenList } from "../../../ui/tokens/token-list.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { endSessions, issue, renew, resetSecond, revoke } from "./actions.ts";

interface TokensProps {
  resellerId: number;
  /** A closed account gets no more. */
  closed: boolean;
  tokens: readonly TokenView[];
}

/** A reseller's tokens: where each works, when it was used, its successor and its end. */
export function TokensCard({ resellerId, closed, tokens }: TokensProps) {
  return (
    <TokenDesk renew={renew} revoke={revoke}>
      <Card
        title="Tokens"
        padded={false}
        action={
          !closed && (
            <ConfirmDialog
              needs="resellers"
              trigger="New token"
              look={{ variant: "quiet", size: "sm" }}
              title="A token for them"
              cancel="Done"
            >
              <DeskForm
                needs="resellers"
                id="token"
                action={issue}
                hidden={{ resellerId }}
                submit="Make the token"
                answer={<SecretAnswer what="token" />}
              >
                <NewTokenFields />
              </DeskForm>
            </ConfirmDialog>
          )
        }
      >
        <TokenList
          tokens={tokens}
          none="No program has a token."
          acts={({ id, name, state }) =>
            !closed && (
              <div className="flex flex-wrap gap-2">
                {state === "valid" && <RenewToken id={id} name={name} why />}
                <RevokeToken id={id} name={name} why />
              </div>
            )
          }
        />
      </Card>
    </TokenDesk>
  );
}

interface SessionsProps {
  resellerId: number;
  sessions: readonly OpenSessionView[];
  /** Since when they give a code beside the password. */
  secondFactorSince: Date | null;
}

/** Where a reseller is signed in and by what, and the way to end it. */
export function SessionsCard({ resellerId, sessions, secondFactorSince }: SessionsProps) {
  return (
    <Card
      title="Signed in"
      padded={false}
      action={
        sessions.length > 0 && (
          <ConfirmDialog
            needs="resellers"
            trigger="End all"
            look={{ variant: "quiet", size: "sm" }}
            title="Sign them out everywhere?"
          >
            <DeskForm
              needs="resellers"
              id="end-sessions"
              action={endSessions}
              hidden={{ resellerId }}
              submit="Sign them out"
              look={{ variant: "danger", wide: true }}
            />
          </ConfirmDialog>
        )
      }
    >
      {sessions.length === 0 && <p className="p-4 text-muted md:px-5">Nowhere right now.</p>}
      <List label="Devices">
        {sessions.map(({ id, device, address, seenAt }) => (
          <Row
            key={id}
            title={device}
            note={
              <>
                Last used <Time at={seenAt} />
                {address && ` from ${address}`}
              </>
            }
          />
        ))}
      </List>
      {secondFactorSince && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t p-4 md:px-5">
          <p>
            Two-factor sign-in is on{" "}
            <span className="text-muted text-sm">
              since <Time at={secondFactorSince} />
            </span>
          </p>
          <ConfirmDialog
            needs="resellers"
            trigger="Reset"
            look={{ variant: "danger", size: "sm" }}
            title="Reset their two-factor sign-in?"
            cancel="Done"
          >
            <p>
              For somebody who lost the phone and the backup codes. Be sure that it is them: call the number
              that you know. They are signed out everywhere, and their password alone lets in.
            </p>
            <DeskForm
              needs="resellers"
              id="reset-two-factor"
              action={resetSecond}
              hidden={{ resellerId }}
              whyHint="For the record: how you made sure that it is them."
              submit="Reset it"
              look={{ variant: "danger", wide: true }}
            />
          </ConfirmDialog>
        </div>
      )}
    </Card>
  );
}
