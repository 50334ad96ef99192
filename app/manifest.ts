import type { MetadataRoute } from "next";
import { env } from "#lib/core/env";
import { GROUND } from "./ui/grounds.ts";

export const dynamic = "force-dynamic";

/** What a phone needs to keep the portal on its home screen. */
export default function manifest(): MetadataRoute.Manifest {
  const name = env().PORTAL_NAME;
  return {
    name,
    short_name: name,
    start_url: "/",
    display: "standalone",
    background_color: GROUND.light,
    theme_color: GROUND.light,
    icons: [{ src: "/icon.svg", type: "image/svg+xml", sizes: "any" }],
  };
}
