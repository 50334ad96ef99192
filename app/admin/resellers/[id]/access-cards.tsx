import type { OpenSessionView } from "#lib/account/list-sessions";
import type { TokenView } from "#lib/account/list-tokens";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { List, Row } from "../../../ui/row.tsx";
import { Time } from "../../../ui/time.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { endSessions } from "./actions.ts";
import { IssueForm } from "./issue-form.tsx";
import { revoke } from "./token-actions.ts";

interface TokensProps {
  resellerId: number;
  /** A closed account gets no more. */
  closed: boolean;
  tokens: readonly TokenView[];
}

/** A reseller's tokens: what they are for, when they were used, and their end. */
export function TokensCard({ resellerId, closed, tokens }: TokensProps) {
  const inUse = tokens.filter(({ state }) => state === "valid" || state === "ending");
  return (
    <Card
      title="Tokens"
      padded={false}
      action={
        !closed && (
          <ConfirmDialog
            trigger="New token"
            look={{ variant: "quiet", size: "sm" }}
            title="A token for them"
            cancel="Done"
          >
            <IssueForm resellerId={resellerId} />
          </ConfirmDialog>
        )
      }
    >
      {inUse.length === 0 && <p className="p-4 text-muted md:px-5">No program has a token.</p>}
      <List label="Tokens">
        {inUse.map(({ id, name, hint, test, usedAt, usedAddress }) => (
          <Row
            key={id}
            title={
              <>
                {name} <span className="font-mono text-muted text-sm">…{hint}</span>{" "}
                {test && <Badge>Test</Badge>}
              </>
            }
            note={
              usedAt ? (
                <>
                  Used <Time at={usedAt} />
                  {usedAddress && ` from ${usedAddress}`}
                </>
              ) : (
                "Never used"
              )
            }
            value={
              <ConfirmDialog
                trigger="Revoke"
                look={{ variant: "quiet", size: "sm" }}
                title={`Revoke “${name}”?`}
              >
                <p>Its very next call is refused.</p>
                <DeskForm
                  id={`revoke-${id}`}
                  action={revoke}
                  hidden={{ id }}
                  submit="Revoke"
                  look={{ variant: "danger", wide: true }}
                />
              </ConfirmDialog>
            }
          />
        ))}
      </List>
    </Card>
  );
}

interface SessionsProps {
  resellerId: number;
  sessions: readonly OpenSessionView[];
}

/** Where a reseller is signed in, and the way to end it. */
export function SessionsCard({ resellerId, sessions }: SessionsProps) {
  return (
    <Card
      title="Signed in"
      padded={false}
      action={
        sessions.length > 0 && (
          <ConfirmDialog
            trigger="End all"
            look={{ variant: "quiet", size: "sm" }}
            title="Sign them out everywhere?"
          >
            <DeskForm
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
    </Card>
  );
}
