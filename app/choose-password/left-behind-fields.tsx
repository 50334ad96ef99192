import { sayTime } from "#lib/core/time";
import type { LeftBehind } from "#lib/safety/left-behind";
import { Checkbox } from "../ui/checkbox.tsx";

/** What was made since the last password, each with a box to end it; nothing where there is nothing. */
export function LeftBehindFields({ found }: { found: LeftBehind }) {
  const { since, tokens, passkeys, endpoints, paymentsChangedAt, sessions } = found;
  const others = new Set(sessions.filter(({ current }) => !current).map(({ device }) => device));
  const made = tokens.length + passkeys.length + endpoints.length > 0 || paymentsChangedAt !== null;
  if (!made && others.size === 0) return null;
  return (
    <div className="grid gap-3">
      {made && (
        <fieldset className="grid gap-1">
          <legend className="font-medium text-sm">Made since {sayTime(since)}</legend>
          <p className="text-muted text-sm">
            Whoever knew your password could have made these. Tick what is not yours.
          </p>
          {tokens.map(({ id, name, hint, createdAt }) => (
            <Checkbox
              key={id}
              name="endTokens"
              value={id}
              label={`End the token “${name}” (…${hint})`}
              note={`Made ${sayTime(createdAt)}`}
            />
          ))}
          {passkeys.map(({ id, name, createdAt }) => (
            <Checkbox
              key={id}
              name="endPasskeys"
              value={id}
              label={`Remove the passkey “${name}”`}
              note={`Added ${sayTime(createdAt)}`}
            />
          ))}
          {endpoints.map(({ id, url, createdAt }) => (
            <Checkbox
              key={id}
              name="endEndpoints"
              value={id}
              label={`Tell nothing more to ${url}`}
              note={`Webhook added ${sayTime(createdAt)}`}
            />
          ))}
          {paymentsChangedAt && (
            <Checkbox
              name="endPayments"
              value="yes"
              label="Take the bank details out of my shop, and pause it"
              note={`Where customers pay was changed ${sayTime(paymentsChangedAt)}`}
            />
          )}
        </fieldset>
      )}
      {others.size > 0 && (
        <p className="text-muted text-sm">
          Signed out when you save: {new Intl.ListFormat("en").format(others)}.
        </p>
      )}
    </div>
  );
}
