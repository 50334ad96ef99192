/** Access to a service with the API: its address and a token. */
export interface ServiceAccess {
  url: string;
  token: string;
}

/** One service under test, with a door for each situation that an account can be in. */
export interface TestedService {
  usual: ServiceAccess;
  /** Its token is for another address than this one. */
  elsewhere: ServiceAccess;
  /** Its token is for this address, and for pages of https://page.example. */
  fenced: ServiceAccess;
  /** As `fenced`, but for another address. */
  fencedElsewhere: ServiceAccess;
  /** Its token is for pages of https://page.example alone. */
  paged: ServiceAccess;
  poor: ServiceAccess;
  restricted: ServiceAccess;
  negative: ServiceAccess;
  /** Its daily limit of 400.00 lets one plan of 372.00 through, not two. */
  limited: ServiceAccess;
  /** Only for the rate limit. */
  busy: ServiceAccess;
  /** Rejects every purchase while `work` runs. */
  whileOff(work: () => Promise<void>): Promise<void>;
  /** Cannot list its plans while `work` runs. */
  whileBroken(work: () => Promise<void>): Promise<void>;
}

export type AccessKind = Exclude<keyof TestedService, "whileOff" | "whileBroken">;
