/** What the guard knows of a request: its method, path and headers. */
export interface GuardedRequest {
  readonly method: string;
  readonly pathname: string;
  readonly header: (name: string) => string | null;
}

/** The names by which this server may be addressed. */
export interface AllowedHosts {
  /** The address the server listens on. */
  readonly host: string;
  /** Further names, in lower case. */
  readonly allowedHosts: readonly string[];
}

/** Why a request is refused: a closed code and a neutral message. */
export interface Refusal {
  readonly code: 'foreign-host' | 'foreign-origin';
  readonly message: string;
}

/** The header's host without its port, in lower case; null where there is none. */
function hostName(value: string | null): string | null {
  const match = /^(\[[^\]]+\]|[^:/\s]+)(?::\d+)?$/.exec(value ?? '');
  return match?.[1]?.toLowerCase() ?? null;
}

const bare = (name: string): string => name.replace(/^\[|\]$/g, '').toLowerCase();

const isLoopback = (name: string): boolean =>
  name === 'localhost' || bare(name) === '::1' || /^127(\.\d{1,3}){3}$/.test(name);

const isAddress = (name: string): boolean =>
  name.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(name);

/**
 * An address cannot be rebound by a foreign name server, a name can: a server that listens on every
 * address accepts any address but no name it was not told of.
 */
function isKnownHost(name: string, allowed: AllowedHosts): boolean {
  const wildcard = ['0.0.0.0', '::'].includes(bare(allowed.host));
  return (
    isLoopback(name) ||
    bare(name) === bare(allowed.host) ||
    (wildcard && isAddress(name)) ||
    allowed.allowedHosts.some((other) => bare(other) === bare(name))
  );
}

/** A link on another site may open a page here; it may not read, embed or send anything. */
function isPageOpened(request: GuardedRequest): boolean {
  return (
    request.method === 'GET' &&
    !/^\/api(\/|$)/.test(request.pathname) &&
    request.header('sec-fetch-mode') === 'navigate' &&
    request.header('sec-fetch-dest') === 'document'
  );
}

function isOwnOrigin(origin: string, host: string): boolean {
  const match = /^https?:\/\/([^/]+)$/.exec(origin.toLowerCase());
  return match?.[1] === host.toLowerCase();
}

/**
 * Judges whether a request may reach this server: its Host must be one of ours (against DNS
 * rebinding) and, where a browser tells, its origin must be this server itself. Requests of programs
 * that send neither Origin nor Sec-Fetch-Site pass.
 */
export function refusal(request: GuardedRequest, allowed: AllowedHosts): Refusal | undefined {
  const hostHeader = request.header('host');
  const name = hostName(hostHeader);
  if (hostHeader === null || name === null || !isKnownHost(name, allowed)) {
    return {
      code: 'foreign-host',
      message: 'This server does not answer to the Host it was asked by.',
    };
  }
  const origin = request.header('origin');
  const site = request.header('sec-fetch-site');
  const foreign =
    (origin !== null && !isOwnOrigin(origin, hostHeader)) ||
    (site !== null && site !== 'same-origin' && site !== 'none');
  if (foreign && !isPageOpened(request)) {
    return {
      code: 'foreign-origin',
      message: 'This server does not answer to pages of other sites.',
    };
  }
  return undefined;
}

/** The 403 answer for a refusal, in the error envelope of the API. */
export function refusalResponse({ code, message }: Refusal): Response {
  return Response.json(
    { error: { code, message } },
    { status: 403, headers: { 'Cache-Control': 'no-store' } },
  );
}

/** Judges a web request; the 403 answer when it must be refused. */
export function refuseForeign(request: Request, allowed: AllowedHosts): Response | undefined {
  const refused = refusal(
    {
      method: request.method,
      pathname: new URL(request.url).pathname,
      header: (name) => request.headers.get(name),
    },
    allowed,
  );
  return refused && refusalResponse(refused);
}
