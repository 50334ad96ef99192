import type { ComponentProps, ReactNode } from "react";
import { ButtonLink } from "#app/ui/button-link";
import { Plus } from "#app/ui/icon/icons.ts";

interface Props extends Omit<ComponentProps<typeof ButtonLink>, "children"> {
  /** The missing sum, that the page of `href` fills in. */
  amount?: ReactNode;
}

/** `href` as `buildFundPath` has it. */
export function TopUpLink({ amount = "wallet", ...link }: Props) {
  return (
    <ButtonLink {...link}>
      <Plus />
      Top up {amount}
    </ButtonLink>
  );
}
