import { expect, test } from "vitest";
import { isFinalRejection } from "./final-rejection.ts";

const says = (command: string, response: string) =>
  isFinalRejection({ command, response, responseCode: Number(response.slice(0, 3)) });

test.each([
  "550 5.1.1 no such mailbox",
  "550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 Learn more",
  "550 5.1.1 <a@b.example>: Recipient address rejected: User unknown in relay recipient table",
  "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
  "550 5.2.1 The email account that you tried to reach is disabled.",
  "556 5.1.10 the domain accepts no email",
  "550 No such user here",
  "550 5.1.0 address unknown",
])("ends the attempts when the recipient doesn't exist: %s", (response) => {
  expect(says("RCPT TO", response)).toBe(true);
});

test.each([
  ["RCPT TO", "451 4.3.0 try again later"],
  ["RCPT TO", "550 5.4.5 Daily user sending limit exceeded. For more information on Gmail"],
  ["RCPT TO", "553 5.7.1 <kiosk@kiosk.example>: Sender address rejected: not owned by user portal"],
  ["RCPT TO", "554 5.7.1 <a@b.example>: Relay access denied"],
  ["RCPT TO", "554 5.7.1 Service unavailable; client [192.0.2.1] blocked using a list"],
  ["RCPT TO", "550 5.1.8 Access denied, bad outbound sender"],
  ["RCPT TO", "552 5.2.2 The recipient's inbox is out of storage space"],
  ["RCPT TO", "550 5.1.0 sender rejected"],
  ["RCPT TO", "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
  ["RCPT TO", "550 relay not permitted"],
  ["RCPT TO", "550 Sender verify failed"],
  ["RCPT TO", "550 You have exceeded your hourly sending quota"],
  ["RCPT TO", "550 Domain has exceeded the max emails per hour (200/200 (100%)) allowed"],
  ["MAIL FROM", "553 5.7.1 Sender address rejected: not owned by user"],
  ["MAIL FROM", "550 5.1.1 no such sender"],
  ["DATA", "550 5.4.5 Daily user sending limit exceeded"],
  ["DATA", "554 5.7.0 limit exceeded. Try again later"],
  ["DATA", "554 5.7.1 message looks like spam"],
])("waits after %s: %s", (command, response) => {
  expect(says(command, response)).toBe(false);
});
