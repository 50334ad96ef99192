/** An answer before it meets HTTP. */
export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string> | undefined;
  /** Whether callers may keep it and ask whether it still holds: it then carries an ETag. */
  cacheable?: boolean;
}

export function ok(body: unknown, headers?: Record<string, string>): Reply {
  return { status: 200, body, headers };
}
