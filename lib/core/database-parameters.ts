/**
 * Parameters of connection strings for a client program, as providers show them and other drivers take them.
 * The portal's driver would send them to the server, which rejects them all.
 */
const CLIENT_PARAMETERS = new Set(
  `channel_binding connection_limit currentSchema fallback_application_name gssdelegation gssencmode gsslib
  keepalives keepalives_count keepalives_idle keepalives_interval krbsrvname load_balance_hosts
  max_protocol_version min_protocol_version passfile pgbouncer pool_timeout prepareThreshold require_auth
  requirepeer schema scram_client_key scram_server_key service servicefile single_use_connections
  socket_timeout ssl_max_protocol_version ssl_min_protocol_version sslaccept sslcertmode sslcompression sslcrl
  sslcrldir sslfactory sslidentity sslpassword sslsni statement_cache_size supa target_session_attrs
  uselibpqcompat workaround`.split(/\s+/),
);

/** Parameters that name files, which the portal reads. */
const FILE_PARAMETERS = ["sslrootcert", "sslcert", "sslkey"] as const;

/** Those that ask for what the portal does anyway: it uses the primary, and tables of the schema public. */
const MET = [
  /^target_session_attrs=(any|primary|read-write)$/,
  /^(schema|currentSchema)=public$/,
  /^pgbouncer=false$/,
  /^channel_binding=(disable|prefer)$/,
];

export type TlsFiles = Partial<Record<(typeof FILE_PARAMETERS)[number], string>>;

/** Splits an address of one server or of several from the parameters that its driver doesn't know. */
export function splitParameters(url: string): { url: string; sslmode: string | undefined; files: TlsFiles } {
  const [address = "", query] = url.split(/\?(.*)/s, 2);
  if (query === undefined) return { url, sslmode: undefined, files: {} };
  const all = new URLSearchParams(query);
  const files: TlsFiles = {};
  for (const name of FILE_PARAMETERS) {
    const file = all.get(name);
    if (file) files[name] = file;
  }
  const remaining = [...all].filter(([name]) => !CLIENT_PARAMETERS.has(name) && !(name in files));
  const rest = new URLSearchParams(remaining).toString();
  return { url: rest ? `${address}?${rest}` : address, sslmode: all.get("sslmode") ?? undefined, files };
}

/** Lists parameters of an address that have no effect. */
export function listIgnoredParameters(url: string): string[] {
  const [, query = ""] = url.split(/\?(.*)/s, 2);
  return [...new URLSearchParams(query)]
    .filter(
      ([name, value]) => CLIENT_PARAMETERS.has(name) && !MET.some((met) => met.test(`${name}=${value}`)),
    )
    .map(([name]) => name);
}
