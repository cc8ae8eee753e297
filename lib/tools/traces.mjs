// `npm run test:traces`: imports real traces, which are not part of the project.
import { existsSync } from 'node:fs';
import { ensureInstalled, main } from './prepare.mjs';
import { CommandError, runInstalled } from '../server/project.mjs';

await main(async () => {
  const folder = process.env['HIGHWATER_TRACES'];
  if (!folder || !existsSync(folder)) {
    throw new CommandError(
      'HIGHWATER_TRACES must name the folder of the traces: HIGHWATER_TRACES=/some/folder npm run test:traces.',
    );
  }
  await ensureInstalled();
  const args = ['run', '--config', 'vitest.traces.config.ts', ...process.argv.slice(2)];
  process.exitCode = (await runInstalled('vitest/vitest.mjs', args, { show: true })).code;
});
