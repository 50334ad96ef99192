import { Banner } from "#app/ui/banner";
import type { Ctx } from "#lib/core/context";
import { getAccountMailTrouble } from "#lib/mail/mail-trouble";
import { isMailEnabled } from "#lib/mail/queue-mail";

export async function MailTroubleBanner({ ctx }: { ctx: Ctx }) {
  if (!isMailEnabled())
    return (
      <Banner title="Email is off">
        {ctx.actor.kind === "admin"
          ? "Set SMTP_URL and MAIL_FROM on the server. Until then, notifications show only here."
          : "No mail server is set up yet. Notifications show only here."}
      </Banner>
    );
  const trouble = await getAccountMailTrouble(ctx);
  if (!trouble) return null;
  return (
    <Banner kind="warn" title="The last email wasn’t delivered">
      To {trouble.recipient}: {trouble.problem}
    </Banner>
  );
}
