import type { MetadataRoute } from "next";
import { env } from "#lib/core/env";
import { PAGE_BACKGROUND } from "./ui/page-background.ts";

export const dynamic = "force-dynamic";

export default function manifest(): MetadataRoute.Manifest {
  const name = env().PORTAL_NAME;
  return {
    name,
    short_name: name,
    start_url: "/",
    display: "standalone",
    background_color: PAGE_BACKGROUND.light,
    theme_color: PAGE_BACKGROUND.light,
    id: "/",
    scope: "/",
    description: `${name}: mobile data for people who resell it.`,
    icons: [
      { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
      { src: "/icon-512.png", type: "image/png", sizes: "512x512" },
      { src: "/icon-maskable-512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
      { src: "/icon.svg", type: "image/svg+xml", sizes: "any" },
    ],
    shortcuts: [
      { name: "Buy data", url: "/buy" },
      { name: "Purchases", url: "/purchases" },
    ],
  };
}
