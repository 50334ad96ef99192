import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ResetPasswordInput, resetPassword } from "#lib/account/password/set-password";
import { CreateResellerInput, createReseller } from "#lib/account/reseller/create-reseller";
import { FindResellerInput, findReseller } from "#lib/account/reseller/find-reseller";
import { CreateTokenInput, createToken } from "#lib/account/token/create-token";
import { ResetTwoFactorByEmailInput, resetTwoFactorByEmail } from "#lib/account/two-factor/reset-two-factor";
import { requireNoApproval } from "#lib/audit/approval-request";
import { LEVELS } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { formatDecimal, formatMoney, parseMoney } from "#lib/core/money/money";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { modules, TABLES } from "#lib/modules";
import { erasePersonalData } from "#lib/privacy/erase-personal-data";
import { exportPersonalData } from "#lib/privacy/export-personal-data";
import type { CommandFlags, PortalCommand } from "./command.ts";

export const ACCOUNT_COMMANDS: Record<string, PortalCommand> = {
  "reseller add": {
    usage: "--email --name --level [--password]",
    example: '--email rita@example.com --name "Rita Obi" --level top_user',
    does: `adds a reseller; the level is one of ${LEVELS.join(", ")}`,
    announce: ({ email, level }) => `Adding ${email} as a reseller of the level ${level}`,
    async run(ctx, flags) {
      const reseller = await createReseller(ctx, CreateResellerInput.parse(flags));
      const { id, email, level, password } = reseller;
      return {
        line: `Reseller ${id} ${email} (${level}) added${formatPasswordNote(password)}`,
        data: { ...reseller },
      };
    },
  },
  "password reset": {
    usage: "--email",
    example: "--email rita@example.com",
    does: "sets a new password for an account and signs it out everywhere",
    announce: ({ email }) => `Replacing the password of ${email}, and signing it out everywhere`,
    async run(ctx, flags) {
      const { email, password } = await resetPassword(ctx, ResetPasswordInput.parse(flags));
      return {
        line: `${email} signed out everywhere${formatPasswordNote(password)}`,
        data: { email, password },
      };
    },
  },
  "two-factor reset": {
    usage: "--email --reason",
    example: '--email rita@example.com --reason "lost phone"',
    does: "removes two-factor sign-in and passkeys from an account and signs it out everywhere",
    announce: ({ email }) =>
      `Removing two-factor sign-in and passkeys of ${email}, and signing it out everywhere`,
    async run(ctx, flags) {
      const input = ResetTwoFactorByEmailInput.parse(flags);
      await resetTwoFactorByEmail(ctx, input);
      return {
        line: `Two-factor sign-in of ${input.email} reset, and the account signed out everywhere`,
        data: { email: input.email },
      };
    },
  },
  "wallet credit": {
    usage: "--email --amount 5000.00 --reason",
    example: '--email rita@example.com --amount 5000.00 --reason "cash at the office"',
    does: "credits a reseller's wallet",
    announce: ({ email, amount }) => `Crediting ${amount} to the wallet of ${email}`,
    async run(ctx, flags) {
      const reseller = await findReseller(ctx, FindResellerInput.parse(flags));
      const amount = parseMoney(String(flags.amount));
      if (amount === undefined) throw new PortalError("invalid", "Enter an amount such as 5000.00.");
      const input = { resellerId: reseller.id, amount, reason: String(flags.reason) };
      const { balance, journalId } = requireNoApproval(await postCredit(ctx, input));
      return {
        line: `${formatMoney(amount)} credited to ${reseller.email}. New balance: ${formatMoney(balance)}`,
        data: {
          email: reseller.email,
          amount: formatDecimal(amount),
          balance: formatDecimal(balance),
          journalId,
        },
      };
    },
  },
  "token create": {
    usage: "--email --name [--ip]… [--origin]… [--test]",
    example: "--email rita@example.com --name website --ip 203.0.113.7",
    switches: ["test"],
    does: "creates an API token for a reseller; it is shown only once",
    announce: ({ email, test }) => `Creating ${test ? "a test token" : "an API token"} for ${email}`,
    async run(ctx, { email, name, ip, origin, test }) {
      const reseller = await findReseller(ctx, FindResellerInput.parse({ email }));
      const input = CreateTokenInput.parse({ resellerId: reseller.id, name, ips: ip, origins: origin, test });
      const token = await createToken(ctx, input);
      return {
        line: `Token for ${reseller.email}: ${token.token} (shown only once)`,
        data: { ...token, email: reseller.email },
      };
    },
  },
  "personal export": {
    usage: "--email|--phone --to FILE.json",
    example: "--phone 08031234567 --to person.json",
    does: "writes all personal data of a person to a new file, for that person",
    announce: (flags) => `Writing the personal data of ${readDataSubject(flags)} to ${flags.to}`,
    async run(ctx, flags) {
      const [subject, file] = [readDataSubject(flags), String(flags.to)];
      const parts = await exportPersonalData(ctx, { who: subject }, TABLES);
      await pipeline(Readable.from(parts), createWriteStream(file, { flags: "wx", mode: 0o600 }));
      return { line: `Personal data of ${subject} written to ${file}`, data: { who: subject, file } };
    },
  },
  "personal erase": {
    usage: "--email|--phone --reason",
    example: '--phone 08031234567 --reason "asked by letter"',
    does: "permanently erases a person's data; rejected while money is held or an order is open; the ledger is kept",
    announce: (flags) => `Erasing the personal data of ${readDataSubject(flags)} permanently`,
    async run(ctx, flags) {
      const subject = readDataSubject(flags);
      const erased = await erasePersonalData(ctx, { who: subject, reason: String(flags.reason) }, modules);
      const parts = Object.entries(erased).flatMap(([kind, count]) =>
        count > 0 ? [`${kind} ${count}`] : [],
      );
      return {
        line: `Personal data of ${subject} erased: ${parts.join(", ")}`,
        data: { who: subject, ...erased },
      };
    },
  },
};

/** Returns the data subject: the email or the phone number that the flags name. */
const readDataSubject = ({ email, phone }: CommandFlags): string => String(email ?? phone);

export function formatPasswordNote(password: string | undefined): string {
  return password ? `, password ${password} (shown only once; it must be changed at the first sign-in)` : "";
}
