import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { admit } from '@/lib/server/access/admit';
import { admitPage } from '@/lib/server/access/admit-page';
import { gate } from '@/lib/server/access/gate';
import { DATA_POLICY, SECURITY_HEADERS } from '@/lib/server/security-headers.mjs';
import { answerOtlp } from './live/otlp';
import type { OtlpSignal } from '@/lib/server/live/otlp-answer';

/** Paths answered without Next, whose handling of a request takes longer than the answer. */
const SIGNALS: Readonly<Record<string, OtlpSignal>> = {
  '/v1/traces': 'traces',
  '/v1/logs': 'logs',
};

/** Methods that mean something here; of others Next knows no answer. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** A file of the build, compressed as its asker takes it: lib/tools/serving/static-files.mjs. */
export interface BuiltFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

type BuiltFiles = (pathname: string, acceptEncoding: string) => BuiltFile | undefined;

/**
 * Sends files of the build with headers of their own. Gives every other answer the same headers, refuses methods that nothing answers, answers posts of telemetry
 * itself and passes everything else to Next.
 */
export function frontDoor(
  next: RequestListener,
  built: BuiltFiles = () => undefined,
): RequestListener {
  return (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const read = method === 'GET' || method === 'HEAD';
    const file = read ? built(url, String(headers['accept-encoding'] ?? '')) : undefined;
    if (file !== undefined) return void sendBuilt(file, incoming, outgoing);
    label(outgoing);
    if (!METHODS.includes(method)) {
      // What was sent is not echoed: that is all that TRACE does.
      outgoing.writeHead(405, { Allow: METHODS.join(', '), 'Cache-Control': 'no-store' }).end();
      incoming.resume();
      return;
    }
    if (!url.startsWith('/')) {
      // A whole address, or "*": Next knows no answer to the one and sends the other in circles.
      outgoing.writeHead(400, { 'Cache-Control': 'no-store' }).end();
      incoming.resume();
      return;
    }
    const refused = bringsBody(incoming) ? admit(headOf(incoming)) : undefined;
    if (refused) return void send(refused, incoming, outgoing);
    const signal = method === 'POST' ? SIGNALS[pathOf(incoming)] : undefined;
    if (signal === undefined) next(incoming, outgoing);
    else void answer(incoming, outgoing, signal);
  };
}

/** Gives an answer the headers of all. */
function label(outgoing: ServerResponse): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) outgoing.setHeader(name, value);
  // Next's own answers to pages replace it.
  outgoing.setHeader('Content-Security-Policy', DATA_POLICY);
}

/** Sends a file of the build to whom the proxy would pass, which this goes around. */
async function sendBuilt(
  file: BuiltFile,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const refused = await admitPage(headOf(incoming), gate());
  if (refused) {
    label(outgoing);
    return send(refused, incoming, outgoing);
  }
  outgoing.writeHead(200, file.headers).end(incoming.method === 'HEAD' ? undefined : file.body);
  incoming.resume();
}

/**
 * True for a request to the API that the proxy does not see, since it brings a body (proxy.ts). Its
 * handler asks for the token as well; a method or a path that nothing handles does not.
 */
const bringsBody = (incoming: IncomingMessage): boolean =>
  /^\/(?:api|v1)\//.test(incoming.url ?? '') &&
  ('content-length' in incoming.headers || 'transfer-encoding' in incoming.headers);

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  signal: OtlpSignal,
): Promise<void> {
  // The answer to a body that is too large must still reach its sender.
  const body = incoming.iterator({ destroyOnReturn: false });
  await send(await answerOtlp(headOf(incoming), signal, body), incoming, outgoing);
}

async function send(
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
  // The rest of a body that was refused.
  incoming.resume();
}

/** The request without its body. The guard reads the host from its header, not from the address. */
function headOf({ method = 'POST', url = '/', headers }: IncomingMessage): Request {
  const known = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers: known as [string, string][],
  });
}
