const CONNECTION_LOST = "the connection was cut";
const NAME_UNKNOWN = "the server name can’t be found";
const NAME_SERVER_SILENT = "the name server doesn’t respond";
const UNREACHABLE = "this machine finds no way to the address";
const LATE = "no response in time";
const UNKNOWN_ISSUER =
  "the server’s certificate is of an authority that is unknown here, or an intermediate certificate is missing";
const SELF_SIGNED = "the server’s certificate is self-signed";
const NO_TLS = "the server doesn’t speak TLS at this port";

/** Errors of names, connections and TLS, in words for admins and the operator, by their codes. */
const LABELS = new Map([
  ["ENOTFOUND", NAME_UNKNOWN],
  ["ENODATA", NAME_UNKNOWN],
  ["EAI_AGAIN", NAME_SERVER_SILENT],
  ["ETIMEOUT", NAME_SERVER_SILENT],
  ["ECONNREFUSED", "the address rejects connections"],
  ["EHOSTUNREACH", UNREACHABLE],
  ["EHOSTDOWN", UNREACHABLE],
  ["ENETUNREACH", UNREACHABLE],
  ["ENETDOWN", UNREACHABLE],
  ["ETIMEDOUT", LATE],
  ["CONNECT_TIMEOUT", LATE],
  ["ECONNRESET", CONNECTION_LOST],
  ["EPIPE", CONNECTION_LOST],
  ["CONNECTION_CLOSED", CONNECTION_LOST],
  ["CERT_HAS_EXPIRED", "the server’s certificate has expired"],
  ["CERT_NOT_YET_VALID", "the server’s certificate isn’t valid yet; check this machine’s clock"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "the server’s certificate is for another name"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", SELF_SIGNED],
  ["SELF_SIGNED_CERT_IN_CHAIN", UNKNOWN_ISSUER],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", UNKNOWN_ISSUER],
  ["UNABLE_TO_GET_ISSUER_CERT", UNKNOWN_ISSUER],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", UNKNOWN_ISSUER],
  ["ERR_SSL_WRONG_VERSION_NUMBER", NO_TLS],
  ["ERR_SSL_PACKET_LENGTH_TOO_LONG", NO_TLS],
  ["EPROTO", NO_TLS],
]);

/** Describes why a server could not be reached; undefined for an error of another kind. */
export function describeNetworkError(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const label = LABELS.get(String((at as { code?: unknown }).code));
    if (label) return label;
    // All addresses of a name failed: the first one says why.
    const inner = at instanceof AggregateError ? describeNetworkError(at.errors[0]) : undefined;
    if (inner) return inner;
  }
  return undefined;
}
