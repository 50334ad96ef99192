import { useSyncExternalStore } from "react";

/** Whether this browser has passkeys: those inside WhatsApp or Facebook have none. */
export const usePasskeysSupported = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => "PublicKeyCredential" in window,
    () => true,
  );
