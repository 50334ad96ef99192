import type { Ctx } from "#lib/core/context";
import { ownMailTrouble } from "#lib/mail/state";
import { sendsMail } from "#lib/mail/write-mail";
import { Notice } from "../../../ui/notice.tsx";

/** What one should know of mail before one relies on it: that none is sent, or that the last did not arrive. */
export async function MailNotice({ ctx }: { ctx: Ctx }) {
  if (!sendsMail())
    return (
      <Notice title="No e-mail is sent">
        {ctx.actor.kind === "admin"
          ? "Set SMTP_URL and MAIL_FROM where the portal runs. Until then everything is told here alone."
          : "No mail server is set up yet. You read everything here."}
      </Notice>
    );
  const trouble = await ownMailTrouble(ctx);
  if (!trouble) return null;
  return (
    <Notice kind="warn" title="The last e-mail did not arrive">
      To {trouble.recipient}: {trouble.problem}
    </Notice>
  );
}
