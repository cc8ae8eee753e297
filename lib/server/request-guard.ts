import { bareHost, isLoopback } from '@/lib/server/loopback';

/** The parts of a request that the guard examines. */
interface GuardedRequest {
  readonly method: string;
  readonly pathname: string;
  readonly header: (name: string) => string | null;
}

/** Host names under which this server answers. */
export interface AllowedHosts {
  /** The address the server listens on. */
  readonly host: string;
  /** Additional names, in lower case. */
  readonly allowedHosts: readonly string[];
}

/** Reason for refusing a request: a code and a neutral message. */
interface Refusal {
  readonly code: 'foreign-host' | 'foreign-origin';
  readonly message: string;
}

/** The header's host without its port, in lower case; null if invalid or absent. */
function hostName(value: string | null): string | null {
  const match = /^(\[[^\]]+\]|[^:/\s]+)(?::\d+)?$/.exec(value ?? '');
  return match?.[1]?.toLowerCase() ?? null;
}

const isAddress = (name: string): boolean =>
  name.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(name);

/**
 * DNS rebinding needs a name, so a server that listens on every address accepts every address, but
 * only configured names.
 */
function isKnownHost(name: string, allowed: AllowedHosts): boolean {
  const wildcard = ['0.0.0.0', '::'].includes(bareHost(allowed.host));
  return (
    isLoopback(name) ||
    bareHost(name) === bareHost(allowed.host) ||
    (wildcard && isAddress(name)) ||
    allowed.allowedHosts.some((other) => bareHost(other) === bareHost(name))
  );
}

/** True for a navigation: another site may link to a page, but not read, embed or send. */
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
 * Checks a request: its Host must be an allowed one (against DNS rebinding), and its Origin or
 * Sec-Fetch-Site, if sent, must be this server's. Programs that send neither header pass.
 * @returns undefined for an admitted request.
 */
export function refusal(request: GuardedRequest, allowed: AllowedHosts): Refusal | undefined {
  const hostHeader = request.header('host');
  const name = hostName(hostHeader);
  if (hostHeader === null || name === null || !isKnownHost(name, allowed)) {
    return {
      code: 'foreign-host',
      message: 'This server does not accept the request’s Host header.',
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
      message: 'This server does not accept requests from pages of other sites.',
    };
  }
  return undefined;
}

/** Checks a web request; returns the 403 answer for a refused one. */
export function refuseForeign(request: Request, allowed: AllowedHosts): Response | undefined {
  const refused = refusal(
    {
      method: request.method,
      pathname: new URL(request.url).pathname,
      header: (name) => request.headers.get(name),
    },
    allowed,
  );
  const headers = { 'Cache-Control': 'no-store' };
  return refused && Response.json({ error: refused }, { status: 403, headers });
}
