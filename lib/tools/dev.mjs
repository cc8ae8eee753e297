// `npm run dev`: Next's development server on HOST and PORT.
import {
  ensureFonts,
  ensureInstalled,
  ensurePrismaClient,
  ensureSeeds,
  loadDotEnv,
  main,
  readEnvironment,
} from './prepare.mjs';
import { inProject, quietEnvironment, spawnNode } from '../server/project.mjs';
import { requireFreePort, signInAddress } from '../server/start/server.mjs';
import { endOnSignals } from '../server/start/stop.mjs';

endOnSignals();
await main(async () => {
  loadDotEnv();
  await ensureInstalled();
  const { host, port, token } = await readEnvironment();
  await requireFreePort(host, port);
  await ensurePrismaClient();
  await ensureFonts();
  await ensureSeeds();
  if (token !== null) console.log(`Open ${signInAddress(host, port, token)}`);
  const next = inProject('node_modules/next/dist/bin/next');
  const child = spawnNode([next, 'dev', '-H', host, '-p', String(port)], {
    env: { ...quietEnvironment(), HOST: host, PORT: String(port) },
    stdio: 'inherit',
  });
  process.exitCode = await new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 0));
  });
});
