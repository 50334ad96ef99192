import type { TokenView } from "#lib/account/list-tokens";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Time } from "../../ui/time.tsx";
import { TokenActs } from "./token-acts.tsx";

/** Tokens that work, each with its acts; those that ended are folded away. */
export function TokenList({ tokens }: { tokens: readonly TokenView[] }) {
  const works = ({ state }: TokenView) => state === "valid" || state === "ending";
  const ended = tokens.filter((token) => !works(token));
  return (
    <Card title="Your tokens" padded={false}>
      {tokens.some(works) ? (
        <ul className="divide-y divide-line">
          {tokens.filter(works).map((token) => (
            <Token key={token.id} token={token} />
          ))}
        </ul>
      ) : (
        <p className="px-4 pb-4 text-muted md:px-5">None works now. Make one above.</p>
      )}
      {ended.length > 0 && (
        <details className="border-line border-t">
          <summary className="min-h-11 cursor-pointer px-4 py-3 text-muted text-sm md:px-5">
            {ended.length === 1 ? "One that ended" : `${ended.length} that ended`}
          </summary>
          <ul className="divide-y divide-line">
            {ended.map((token) => (
              <Token key={token.id} token={token} />
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

function Token({ token }: { token: TokenView }) {
  const { id, name, hint, test, state, ips, origins } = token;
  const limits = [...ips, ...origins];
  return (
    <li className="grid gap-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          <span className="font-mono font-normal text-muted text-sm">…{hint}</span>
          {test && <Badge>Test</Badge>}
          <State token={token} />
        </p>
        <p className="mt-1 text-muted text-sm">
          <LastUse token={token} />
        </p>
        {limits.length > 0 && (
          <p className="mt-1 break-words text-muted text-sm">Only from {limits.join(", ")}</p>
        )}
      </div>
      {(state === "valid" || state === "ending") && (
        <div className="flex flex-col gap-3 empty:hidden md:items-end">
          <TokenActs id={id} name={name} canRotate={state === "valid"} ips={ips} origins={origins} />
        </div>
      )}
    </li>
  );
}

function State({ token: { state, expiresAt } }: { token: TokenView }) {
  if (state === "revoked") return <Badge tone="bad">Revoked</Badge>;
  if (state === "ended") return <Badge>Ended</Badge>;
  if (state !== "ending" || !expiresAt) return null;
  return (
    <Badge tone="unsure">
      Works until <Time at={expiresAt} />
    </Badge>
  );
}

function LastUse({ token: { usedAt, usedAddress, createdAt } }: { token: TokenView }) {
  if (!usedAt) {
    return (
      <>
        Made <Time at={createdAt} />, not used yet
      </>
    );
  }
  return (
    <>
      Last used <Time at={usedAt} />
      {usedAddress && ` from ${usedAddress}`}
    </>
  );
}
