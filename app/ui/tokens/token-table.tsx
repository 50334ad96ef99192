import type { ReactNode } from "react";
import { Badge } from "#app/ui/badge";
import { Time, TimePhrase } from "#app/ui/time";
import type { TokenView } from "#lib/account/token/list-tokens";
import { formatMoney } from "#lib/core/money/money";
import { pluralise } from "#lib/core/text/pluralise";

interface Props {
  tokens: readonly TokenView[];
  acts: (token: TokenView) => ReactNode;
  none: string;
}

export function TokenTable({ tokens, acts, none }: Props) {
  const works = ({ state }: TokenView) => state === "valid" || state === "ending" || state === "unconfirmed";
  const ended = tokens.filter((token) => !works(token));
  return (
    <>
      {tokens.some(works) ? (
        <ul aria-label="Tokens" className="divide-y divide-line">
          {tokens.filter(works).map((token) => (
            <TokenRow key={token.id} token={token}>
              {acts(token)}
            </TokenRow>
          ))}
        </ul>
      ) : (
        <p className="px-4 pb-4 text-muted md:px-5">{none}</p>
      )}
      {ended.length > 0 && (
        <details className="border-line border-t">
          <summary className="min-h-11 cursor-pointer px-4 py-3 text-muted text-sm md:px-5">
            {ended.length === 1 ? "1 expired token" : `${ended.length} expired tokens`}
          </summary>
          <ul aria-label="Expired tokens" className="divide-y divide-line">
            {ended.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function TokenRow({ token, children }: { token: TokenView; children?: ReactNode }) {
  const { name, hint, test, ips, origins } = token;
  const limits = [...ips, ...origins];
  const spending = describeSpendingLimits(token);
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 px-4 py-4 md:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="wrap-anywhere">{name}</span>
          <span className="font-mono font-normal text-muted text-sm">…{hint}</span>
          {test && <Badge>Test</Badge>}
          <TokenState token={token} />
        </p>
        <p className="mt-1 text-muted text-sm">
          <TokenLastUse token={token} />
        </p>
        {limits.length > 0 && (
          <p className="wrap-anywhere mt-1 text-muted text-sm">Only from {limits.join(", ")}</p>
        )}
        {spending.length > 0 && <p className="mt-1 text-muted text-sm">Spends only {spending.join(", ")}</p>}
      </div>
      {children}
    </li>
  );
}

function describeSpendingLimits({ dailyLimit, purchaseLimit, networkIds, numbers }: TokenView): string[] {
  return [
    ...(dailyLimit === null ? [] : [`${formatMoney(dailyLimit)} a day`]),
    ...(purchaseLimit === null ? [] : [`${formatMoney(purchaseLimit)} a purchase`]),
    ...(networkIds ? [`on ${pluralise(networkIds.length, "network", "networks")}`] : []),
    ...(numbers ? [`for ${pluralise(numbers.length, "number", "numbers")}`] : []),
  ];
}

function TokenState({ token: { state, expiresAt, revokedAt } }: { token: TokenView }) {
  if (state === "revoked" && revokedAt) {
    return (
      <Badge tone="bad">
        Revoked <Time at={revokedAt} />
      </Badge>
    );
  }
  if (state === "unconfirmed") return <Badge tone="unsure">Not confirmed</Badge>;
  if (state === "valid" || !expiresAt) return null;
  return (
    <Badge tone={state === "ending" ? "unsure" : "plain"}>
      {state === "ending" ? "Works until" : "Expired"} <Time at={expiresAt} />
    </Badge>
  );
}

function TokenLastUse({ token: { usedAt, usedAddress, createdAt } }: { token: TokenView }) {
  if (!usedAt) return <TimePhrase before="Created " at={createdAt} after=", not used yet" />;
  return <TimePhrase before="Last used " at={usedAt} after={usedAddress && ` from ${usedAddress}`} />;
}
