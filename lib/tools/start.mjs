// `npm start`: from a fresh clone to a running server. Plain JavaScript without dependencies.
import {
  ensureBuilt,
  ensureInstalled,
  ensurePrismaClient,
  loadDotEnv,
  main,
  readEnvironment,
} from './prepare.mjs';
import { requireFreePort, signInAddress, startServer } from '../server/start/server.mjs';
import { endOnSignals } from '../server/start/stop.mjs';

endOnSignals(() => console.log('Highwater has stopped.'));
await main(async () => {
  loadDotEnv();
  await ensureInstalled();
  const { host, port, token } = await readEnvironment();
  await requireFreePort(host, port);
  await ensurePrismaClient();
  await ensureBuilt();
  console.log('Starting the server …');
  const server = await startServer({ host, port });
  console.log(`Highwater is ready at ${signInAddress(host, port, token)}`);
  process.exitCode = (await server.exited) || 1;
});
