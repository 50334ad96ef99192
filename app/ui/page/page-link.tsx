import type { ComponentProps } from "react";

type Props = ComponentProps<"a"> & {
  href: string;
  /** Replaces this entry of the history instead of adding one, or doesn't scroll to the top. */
  opens?: "replacing" | "staying";
};

/**
 * A link to another page of the portal, plain markup: `PageLinks` opens all that a page has without a new
 * document, and without script they are links like any other.
 */
export function PageLink({ opens, ...rest }: Props) {
  return <a data-page-link={opens ?? ""} {...rest} />;
}

export function TextLink(props: Props) {
  return <PageLink className="font-medium text-accent underline underline-offset-4" {...props} />;
}

export function BannerLink(props: Props) {
  return <PageLink className="font-semibold text-accent underline underline-offset-4" {...props} />;
}
