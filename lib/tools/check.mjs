// `npm run check`: every check that needs neither a build nor a browser. Changes no source file.
import {
  ensureInstalled,
  ensurePrismaClient,
  ensureRouteTypes,
  main,
  requireNode,
} from './prepare.mjs';
import { inProject, run } from '../server/project.mjs';

await main(async () => {
  requireNode();
  await ensureInstalled();
  await ensurePrismaClient();
  await ensureRouteTypes();
  const steps = ['--import', 'tsx', inProject('lib/tools/suites/check-steps.ts')];
  const { code } = await run(process.execPath, [...steps, ...process.argv.slice(2)], {
    show: true,
  });
  process.exitCode = code;
});
