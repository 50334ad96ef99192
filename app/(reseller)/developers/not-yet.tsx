import { Plug } from "lucide-react";
import { AskUs } from "../../ui/ask-us.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

interface Props {
  /** Whose account it is, for the message that asks. */
  email: string;
}

/** For resellers of other levels: what this is, and how to get it. */
export function NotYet({ email }: Props) {
  return (
    <Card>
      <EmptyState
        icon={Plug}
        title="Connect your own program"
        action={
          <div className="grid justify-items-center gap-5 text-center">
            <AskUs message={`Please move my account ${email} to the API level.`}>for the API level</AskUs>
            <ButtonLink href="/developers/reference" variant="secondary">
              See what it can do
            </ButtonLink>
          </div>
        }
      >
        Your website or app can list plans and buy by itself. This comes with the API level: once your account
        is moved to it, you make your tokens here.
      </EmptyState>
    </Card>
  );
}
