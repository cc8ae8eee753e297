// The server's process, started by server.mjs: Next, behind a door for what programs send often. HOST
// and PORT are its address.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { nextServer } from './serving/next-server.mjs';
import { endSilentRequests } from './serving/silence.mjs';
import { builtFiles } from './serving/static-files.mjs';
import { inProject } from '../server/project.mjs';

/** Milliseconds for which running requests may end after a signal. */
const GRACE_MS = 3_000;

const BOOT_POLL_MS = 10;

const hostname = (process.env['HOST'] ?? '127.0.0.1').replace(/^\[|\]$/g, '');
const port = Number(process.env['PORT'] ?? 3000);

/** @typedef {import('node:http').RequestListener} RequestListener */
/** @typedef {(next: RequestListener, built: ReturnType<typeof builtFiles>) => RequestListener} Door */

/** The door that lib/server/http/boot.ts has put beside Next. @returns {Door | undefined} */
function frontDoor() {
  const { highwater } = /** @type {{ highwater?: Map<string, unknown> }} */ (globalThis);
  return /** @type {Door | undefined} */ (highwater?.get('frontDoor'));
}

const app = nextServer(hostname, port);
// Begins to boot: see instrumentation.ts.
await app.prepare();
const pages = app.getRequestHandler();
/** @type {RequestListener} */
const toNext = (request, response) => void pages(request, response);
// Next does not wait for the boot, which opens the door at its end or ends the process.
while (frontDoor() === undefined) await sleep(BOOT_POLL_MS);
const server = createServer(frontDoor()?.(toNext, builtFiles(inProject('.next'))));
endSilentRequests(server);
server.listen({ host: hostname, port });

/** Answers what is running and ends. */
function stop() {
  server.close(() => process.exit(0));
  setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
