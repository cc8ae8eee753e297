// `npm start`: from a fresh clone to a running server. Plain JavaScript without dependencies.
import {
  ensureBuilt,
  ensureInstalled,
  ensurePrismaClient,
  loadDotEnv,
  main,
  readEnvironment,
  requireNode,
} from './prepare.mjs';
import { requireFreePort, signInAddress, startServer } from './server.mjs';

const WATCH_MS = 1_000;

/**
 * Ends the server with npm, which does not forward signals to its children.
 * @param {() => void} stop
 */
function stopWithNpm(stop) {
  if (process.env['npm_lifecycle_event'] !== 'start') return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), WATCH_MS).unref();
}

await main(async () => {
  requireNode();
  loadDotEnv();
  await ensureInstalled();
  const { host, port, token } = await readEnvironment();
  await requireFreePort(host, port);
  await ensurePrismaClient();
  await ensureBuilt();
  // A terminal also sends its interrupt to the server; this process only waits for the server's end.
  let stopping = false;
  /** @type {Awaited<ReturnType<typeof startServer>> | undefined} */
  let server;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    if (server) void server.stop();
    else process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  stopWithNpm(stop);
  console.log('Starting the server …');
  server = await startServer({ host, port });
  console.log(`Highwater is ready at ${signInAddress(host, port, token)}`);
  const code = await server.exited;
  process.exitCode = stopping ? 0 : code || 1;
  if (stopping) console.log('Highwater has stopped.');
});
