// The portal without its pages: only the background work.
Object.assign(process.env, { PORTAL_ROLES: "worker" });
await import("./start.ts");

export {};
