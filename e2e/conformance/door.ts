/** A way into a service that serves the interface: where, and with which token. */
export interface Door {
  url: string;
  token: string;
}

/** One service under test, with a door for each situation that an account can be in. */
export interface Service {
  usual: Door;
  /** Its token is for another address than this one. */
  elsewhere: Door;
  /** Its token is for this address, and for pages of https://page.example. */
  fenced: Door;
  /** As `fenced`, but for another address. */
  fencedElsewhere: Door;
  /** Its token is for pages of https://page.example alone. */
  paged: Door;
  poor: Door;
  restricted: Door;
  negative: Door;
  /** Its daily limit of 400.00 lets one plan of 372.00 through, not two. */
  limited: Door;
  /** For the rate limit alone. */
  busy: Door;
  /** Refuses every purchase while `work` runs. */
  whileOff(work: () => Promise<void>): Promise<void>;
  /** Cannot list its plans while `work` runs. */
  whileBroken(work: () => Promise<void>): Promise<void>;
}

export type Situation = Exclude<keyof Service, "whileOff" | "whileBroken">;
