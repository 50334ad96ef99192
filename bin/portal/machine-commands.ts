import type { MachineCommand } from "./command.ts";

/** The commands for the machine that the portal runs on, which need no portal yet. */
export const MACHINE_COMMANDS: Record<string, MachineCommand> = {
  setup: {
    usage: "[--domain] [--upstream] [--token] [--database postgres://…] [--no-proxy] [--restore latest|NAME]",
    switches: ["no-proxy"],
    example: "--domain portal.example --upstream https://upstream.example --token TOKEN",
    does: "installs the portal on this machine and starts it, or adds missing parts; asks for settings that no flag has; --restore fills an empty portal from a backup before it starts; prints each change before it makes it",
    act: async (flags) => (await import("../setup/run-setup.ts")).runSetup(flags),
  },
  doctor: {
    usage: "",
    does: "checks this machine, the upstream and the installation, and says what to do; changes nothing",
    act: async () => (await import("../setup/run-doctor.ts")).runDoctor(),
  },
  upgrade: {
    usage: "--from|--back",
    switches: ["back"],
    example: "--from kiosk-0.4.0-linux-x64.tar.zst",
    does: "checks a release’s signature, backs up, migrates, starts it and watches it for a minute; returns automatically if it fails; --back returns later",
    act: async (flags) => (await import("../setup/run-upgrade.ts")).runUpgrade(flags),
  },
  remove: {
    usage: "[--yes] [--without-backup]",
    switches: ["yes", "without-backup"],
    example: "--yes",
    does: "removes the portal with its database from this machine after a last backup; leaves only backups",
    act: async (flags) => (await import("../setup/run-remove.ts")).runRemove(flags),
  },
};
