import { Plus } from "lucide-react";
import type { ComponentProps } from "react";
import { ButtonLink } from "#app/ui/button-link";
import { PlainIcon } from "#app/ui/plain-icon";

/** `href` as `buildFundPath` has it. */
export function TopUpLink(props: Omit<ComponentProps<typeof ButtonLink>, "children">) {
  return (
    <ButtonLink {...props}>
      <PlainIcon icon={Plus} />
      Top up wallet
    </ButtonLink>
  );
}
