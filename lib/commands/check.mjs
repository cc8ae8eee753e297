// `npm run check`: every check that needs neither a build nor a browser. Changes no source file.
import {
  ensureInstalled,
  ensurePrismaClient,
  ensureRouteTypes,
  main,
  requireNode,
} from './prepare.mjs';
import { CommandError, runInstalled } from './project.mjs';

/** @type {readonly (readonly [string, string, readonly string[]])[]} */
const checks = [
  ['format', 'prettier/bin/prettier.cjs', ['--check', '--log-level=warn', '.']],
  ['lint', 'eslint/bin/eslint.js', ['.', '--max-warnings=0']],
  ['types', 'typescript/bin/tsc', ['--noEmit', '--incremental', 'false']],
  ['types of the core', 'typescript/bin/tsc', ['-p', 'tsconfig.core.json']],
  ['unit tests', 'vitest/vitest.mjs', ['run', '--reporter=dot']],
];

await main(async () => {
  requireNode();
  await ensureInstalled();
  await ensurePrismaClient();
  await ensureRouteTypes();
  const failed = [];
  for (const [name, script, args] of checks) {
    console.log(`── ${name}`);
    const { code } = await runInstalled(script, args, { show: true });
    if (code !== 0) failed.push(name);
  }
  if (failed.length > 0) throw new CommandError(`Failed: ${failed.join(', ')}.`);
  console.log('All checks passed.');
});
