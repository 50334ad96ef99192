import type { Keys, Person } from "./keys.ts";

interface Facts {
  url: string;
  keys: Keys;
  /** Whether the demo's people are those in the database. */
  peopled: boolean;
  sandbox: string;
  control: string;
  /** Where money is sent to account numbers. */
  bank: string;
  /** Where the mail that was sent is read. */
  mailbox: string;
  log: string;
  /** Where the data is. */
  data: string;
}

const WHO: Record<Person["role"], string> = {
  admin: "admin, sees everything",
  smart_earner: "reseller, smart earner prices",
  affiliate: "reseller, affiliate prices, owns the shop",
  top_user: "reseller, top user prices",
  api: "reseller, API prices",
};

/** Everything that someone who just started the demo needs, on one screen. */
export function screen({ url, keys, peopled, sandbox, control, bank, mailbox, log, data }: Facts): string {
  const people = keys.people.map(
    ({ role, email, password }) => `    ${email.padEnd(26)}${password.padEnd(22)}${WHO[role]}`,
  );
  return `
  The portal is open:  ${url}

  Sign in with one of these:
${peopled ? people.join("\n") : "    the accounts that this database has already"}

${peopled ? "  Their sixty days of history are made up.\n" : ""}  The admin needs no code here; outside of the demo, two-factor sign-in is required of admins.

  Then buy a bundle. The last digits of the number choose how it goes:
    0803 123 4567  delivered            0803 000 0001  fails, money back
    0803 000 0002  takes 20 seconds     0803 000 0003  no answer comes
${peopled ? `\n  A shop for customers ${url}/s/demo\n` : ""}
  Upstream sandbox     ${sandbox}
  Its control address  ${control}  (sandbox/README.md)
  The payers' bank     ${bank}  (transfers to account numbers)
  The mail it sent     ${mailbox}
  What the portal logs ${log}

  Ctrl-C stops everything. Data stays in ${data} until you delete it.
`;
}
