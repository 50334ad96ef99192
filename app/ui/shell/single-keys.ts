const STORAGE_KEY = "single-keys";

/** Whether single keys are shortcuts in this browser: a voice or a shaking hand may enter them unwanted. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== "off";
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, "off");
  } catch {
    // Without storage they stay on.
  }
}
