import type { MetadataRoute } from "next";
import { env } from "#lib/core/env";

export const dynamic = "force-dynamic";

/** What a phone needs to keep the portal on its home screen. */
export default function manifest(): MetadataRoute.Manifest {
  const name = env().PORTAL_NAME;
  return {
    name,
    short_name: name,
    start_url: "/",
    display: "standalone",
    background_color: "#f8f6f2",
    theme_color: "#f8f6f2",
    icons: [{ src: "/icon.svg", type: "image/svg+xml", sizes: "any" }],
  };
}
