/** The database cannot be used; the message has the reason and advice, and no password. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';

  constructor(
    message: string,
    /** True where the same may succeed later, without anything being corrected. */
    readonly passes = false,
  ) {
    super(message);
  }
}

/** Parts of a PostgreSQL URL, without the password. */
interface PostgresPlace {
  /** Host and port, or the socket's folder. */
  readonly server: string;
  readonly user: string;
  readonly database: string;
  /** Arguments for PostgreSQL's tools. */
  readonly options: string;
}

/** Parses a `postgresql:` URL; undefined if invalid. */
function placeOf(url: string): PostgresPlace | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, port, username, pathname, searchParams } = new URL(url);
  const socket = searchParams.get('host') ?? '';
  const host = hostname === '' ? socket || 'localhost' : hostname;
  const number = port === '' ? '5432' : port;
  const user = decode(username) || 'the system user';
  const login = username === '' ? '' : ` -U ${decode(username)}`;
  return {
    server: host.startsWith('/') ? `${host} (a socket)` : `${host}:${number}`,
    user,
    database: decode(pathname.slice(1)) || user,
    options: `-h ${host} -p ${number}${login}`,
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const UNREACHABLE = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'ETIMEDOUT',
];

/** Codes of a server that has no room now, or is starting. */
const PASSING = ['53300', '57P03'];

/** Converts an error of PostgreSQL or its connection into a sentence with advice. */
export function postgresError(error: unknown, url: string): DatabaseError {
  const place = placeOf(url);
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (place === undefined) return new DatabaseError('DATABASE_URL is not a PostgreSQL URL.');
  const { server, user, database, options } = place;
  const at = `PostgreSQL at ${server}`;
  const said = withoutSecret(message, url);
  const sentences: Readonly<Record<string, string>> = {
    '28P01': `${at} refused the password of "${user}". Correct it in DATABASE_URL; characters such as @ : / # % must be percent-encoded.`,
    '28000': `${at} does not admit "${user}" (${said}). Create the role, or allow it in pg_hba.conf.`,
    '3D000': `${at} has no database "${database}". Create it: createdb ${options} ${database}`,
    '42501': `${at} does not let "${user}" create tables in "${database}" (${said}). Make it the owner: ALTER DATABASE "${database}" OWNER TO "${user}".`,
    '53300': `${at} has no connection left (${said}). Raise its max_connections, or run fewer servers.`,
    '57P03': `${at} is not ready yet (${said}). Try again in a moment.`,
  };
  const known = sentences[code];
  if (known !== undefined) return new DatabaseError(known, PASSING.includes(code));
  if (UNREACHABLE.includes(code) || /timeout/i.test(message)) {
    return new DatabaseError(
      `${at} cannot be reached (${code || said}). Start it, or correct DATABASE_URL.`,
      true,
    );
  }
  if (message.includes('password must be a string')) {
    return new DatabaseError(`${at} asks for the password of "${user}"; DATABASE_URL has none.`);
  }
  if (/ssl|tls|certificate/i.test(`${code} ${message}`)) {
    return new DatabaseError(
      `${at} and Highwater do not agree on encryption (${said}). Set sslmode in DATABASE_URL: disable, require or verify-full.`,
    );
  }
  return new DatabaseError(`${at} cannot be used: ${said}`);
}

function withoutSecret(text: string, url: string): string {
  const { password } = new URL(url);
  const secrets = [password, decode(password)].filter((secret) => secret !== '');
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}
