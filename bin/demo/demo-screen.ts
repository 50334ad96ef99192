import type { DemoKeys, DemoPerson } from "./demo-keys.ts";

interface DemoFacts {
  url: string;
  keys: DemoKeys;
  /** Whether the database has the demo's accounts. */
  peopled: boolean;
  sandbox: string;
  control: string;
  /** The control address of the second supplier; undefined where this database has none. */
  second: string | undefined;
  /** The page for transfers to account numbers. */
  bank: string;
  /** The page that shows sent emails. */
  mailbox: string;
  /** The page that shows what phones received. */
  phones: string;
  log: string;
  data: string;
}

const ROLE_LABELS: Record<DemoPerson["role"], string> = {
  admin: "admin, sees everything",
  smart_earner: "reseller, smart earner prices",
  affiliate: "reseller, affiliate prices, owns the shop",
  top_user: "reseller, top user prices",
  api: "reseller, API prices",
};

const SUPPLIERS_TEXT = `
  Two suppliers sell, each plan by the one where it costs less. As the admin, open Suppliers, turn
  one off, and buy again: sales continue. The page of a purchase shows its supplier, and why.
`;

export function formatDemoScreen({
  url,
  keys,
  peopled,
  sandbox,
  control,
  second,
  bank,
  mailbox,
  phones,
  log,
  data,
}: DemoFacts): string {
  const people = keys.people.map(
    ({ role, email, password }) => `    ${email.padEnd(26)}${password.padEnd(22)}${ROLE_LABELS[role]}`,
  );
  return `
  The portal is open:  ${url}

  Sign in with one of these:
${peopled ? people.join("\n") : "    the accounts that this database has already"}

${peopled ? "  Their sixty days of history are made up.\n" : ""}  The admin needs no code here; outside of the demo, two-factor sign-in is required of admins.

  Then buy a bundle. The last digits of the number choose the result:
    0803 123 4567  delivered            0803 000 0001  fails, refunded
    0803 000 0004  takes 8 seconds      0803 000 0003  no response
${second === undefined ? "" : SUPPLIERS_TEXT}${peopled ? `\n  A shop for customers ${url}/s/demo\n` : ""}
  Upstream sandbox     ${sandbox}
  Its control address  ${control}  (sandbox/README.md)
${second === undefined ? "" : `  The second one's     ${second}\n`}  The payers' bank     ${bank}  (transfers to account numbers)
  Its emails           ${mailbox}
  Customers' phones    ${phones}
  The portal's log     ${log}

  Ctrl-C stops everything. Data stays in ${data} until you delete it.
`;
}
