import type { ComponentProps } from "react";
import { ButtonLink } from "#app/ui/button-link";
import { Plus } from "#app/ui/icon/icons.ts";

/** `href` as `buildFundPath` has it. */
export function TopUpLink(props: Omit<ComponentProps<typeof ButtonLink>, "children">) {
  return (
    <ButtonLink {...props}>
      <Plus />
      Top up wallet
    </ButtonLink>
  );
}
