/** Kimi Code's program as a module: what is inside its one bundle by name, without starting it. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { originOf, packageFolder } from '../golden.mjs';

const NAME = '@moonshot-ai/kimi-code';
const folder = packageFolder(NAME);
export const origin = originOf(NAME);

const START = '\nmain();\n';

/** The bundle with other exports; it is written beside itself while it loads, for its imports. */
async function loaded(names) {
  const text = readFileSync(path.join(folder, 'dist/main.mjs'), 'utf8');
  const start = text.lastIndexOf(START);
  if (start < 0) throw new Error('The bundle does not start as expected.');
  const rest = text.slice(start + START.length).replace(/\nexport \{[^}]*\};\s*$/, '\n');
  const file = path.join(folder, 'dist', `highwater-${process.pid}.mjs`);
  writeFileSync(file, `${text.slice(0, start)}\n${rest}export { ${names.join(', ')} };\n`);
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(file);
  }
}

export const kimi = await loaded([
  'AgentContextMemoryService',
  'AgentFullCompactionService',
  'AgentLLMRequesterService',
  'AgentReminderService',
  'AgentToolExecutorService',
  'ModelCatalog',
  'createKimiCodeHostIdentity',
  'createKimiHarness',
  'fullCompactionWireRangesKey',
]);
