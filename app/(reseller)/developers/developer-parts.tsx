import { Plug } from "lucide-react";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { EmptyState } from "#app/ui/list/empty-state";
import { ContactSupport } from "#app/ui/page/contact-support";
import { TabBar } from "#app/ui/page/tab-bar";

interface Props {
  /** The email of the account, for the message to support. */
  email: string;
}

/** Explains API access to resellers without the API level. */
export function ApiAccessPrompt({ email }: Props) {
  return (
    <Card>
      <EmptyState
        icon={Plug}
        title="Connect your website or app"
        action={
          <div className="grid justify-items-center gap-5 text-center">
            <ContactSupport otherwise={null} message={`Please move my account ${email} to the API level.`}>
              for the API level
            </ContactSupport>
            <ButtonLink href="/developers/reference" variant="secondary">
              View API reference
            </ButtonLink>
          </div>
        }
      >
        With the API level, your website or app can list plans and buy data automatically. Create your tokens
        here once your account has it.
      </EmptyState>
    </Card>
  );
}

const TABS = [
  { href: "/developers", label: "Tokens" },
  { href: "/developers/webhooks", label: "Webhooks" },
  { href: "/developers/requests", label: "Requests" },
  { href: "/developers/reference", label: "Reference" },
] as const;

export function DeveloperTabs({ at }: { at: (typeof TABS)[number]["href"] }) {
  return <TabBar label="Developers" tabs={TABS} current={at} />;
}
