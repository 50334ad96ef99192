import type { TokenView } from "#lib/account/token/list";
import { Card } from "../../ui/card.tsx";
import { RenewToken, RevokeToken } from "../../ui/tokens/token-acts.tsx";
import { TokenDesk } from "../../ui/tokens/token-desk.tsx";
import { TokenList } from "../../ui/tokens/token-list.tsx";
import { revokeToken, rotateToken } from "./actions.ts";
import { LimitToken } from "./limit-token.tsx";

/** A reseller's tokens. Who may not make any may still limit and end one that was made for them. */
export function OwnTokens({ tokens, mayMake }: { tokens: readonly TokenView[]; mayMake: boolean }) {
  return (
    <TokenDesk renew={rotateToken} revoke={revokeToken}>
      <Card title="Your tokens" padded={false}>
        <TokenList
          tokens={tokens}
          none={mayMake ? "None works now. Make one above." : "None works now."}
          acts={({ id, name, state, ips, origins }) => (
            <div className="flex flex-col gap-2">
              <div className="flex flex-wrap gap-2">
                <LimitToken id={id} name={name} ips={ips} origins={origins} />
                {state === "valid" && mayMake && <RenewToken id={id} name={name} />}
                <RevokeToken id={id} name={name} />
              </div>
              {state === "valid" && !mayMake && (
                <p className="text-muted text-sm">To renew it, your account needs the API level.</p>
              )}
            </div>
          )}
        />
      </Card>
    </TokenDesk>
  );
}
