import type { TestSystem } from "./harness.ts";

const WELCOME_LINK = /https?:\S+\/welcome\/\S+/;

/** Waits for the email that lets its reader choose a password. @returns its link */
export async function waitForMailedLink({ mailbox }: TestSystem, email: string): Promise<string> {
  const mails = await mailbox.waitFor(email, (came) => came.some(({ text }) => WELCOME_LINK.test(text)));
  return mails.map(({ text }) => WELCOME_LINK.exec(text)?.[0]).find(Boolean) ?? "";
}
