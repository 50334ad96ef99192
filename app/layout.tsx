import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { env } from "#lib/core/env";
import { getLocale } from "#lib/core/locale";
import "./globals.css";
import { fontClasses } from "./ui/fonts.ts";
import { OutermostBoundary } from "./ui/page/outermost-boundary.tsx";
import { PageLinkHandler } from "./ui/page/page-link-handler.tsx";
import { PAGE_BACKGROUND } from "./ui/page-background.ts";

export const dynamic = "force-dynamic";

export function generateMetadata(): Metadata {
  const name = env().PORTAL_NAME;
  return {
    title: { default: name, template: `%s · ${name}` },
    description: `${name}: mobile data for people who resell it.`,
    applicationName: name,
    robots: { index: false },
    icons: { icon: { url: "/icon.svg", type: "image/svg+xml" }, apple: "/icon-180.png" },
    formatDetection: { telephone: false },
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: PAGE_BACKGROUND.light },
    { media: "(prefers-color-scheme: dark)", color: PAGE_BACKGROUND.dark },
  ],
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang={getLocale()} className={fontClasses}>
      <body>
        <PageLinkHandler />
        <OutermostBoundary>{children}</OutermostBoundary>
      </body>
    </html>
  );
}
