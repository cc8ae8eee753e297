/**
 * Runs the proofs of systems and writes what came of them into the table that pages and README show: in a checkout,
 * `node --import tsx lib/cli/conformance/prove/write-proofs.ts <node_modules> <system…>`. Without a system it runs none, and counts
 * again what was run.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '@/lib/server/project.mjs';
import { keptProofs, measuredProofs, proofTasks, readProofs, writeProofs } from './kept-proofs';
import { isProved } from '@/lib/answers/report/proof/proof';
import { actedOut } from './prove';
import { provedSystems } from './proved-systems';

/** Sessions of one start of the program's driver, which may take 20 minutes. */
const AT_ONCE = 12;

const [modules = '', ...systems] = process.argv.slice(2);
const checkout = inProject('.');
const results = [];
for (const [policy, system] of Object.entries(provedSystems)) {
  const tasks = await proofTasks(checkout, system);
  if (systems.includes(system.folder)) {
    const sessions = [];
    for (let from = 0; from < tasks.length; from += AT_ONCE) {
      const some = tasks.slice(from, from + AT_ONCE);
      const source = { release: 'newest', modules: path.resolve(modules) } as const;
      const origin = await actedOut(checkout, system, some, source);
      sessions.push(...origin.cases.map(({ seed, truth }) => ({ seed, requests: truth.requests })));
      // What ran stays where a later one does not.
      writeProofs(checkout, system.folder, { ...origin, sessions });
      console.log(`${system.folder}: ${sessions.length} of ${tasks.length} sessions`);
    }
  }
  if (!existsSync(path.join(checkout, 'lib/conformance', system.folder, 'proofs.json.br')))
    continue;
  const kept = readProofs(checkout, system.folder);
  const proofs = keptProofs(tasks, kept);
  for (const [i, one] of proofs.entries()) {
    if (isProved(one)) continue;
    const steps = one.compactions.filter(({ predicted, happened }) => predicted !== happened);
    const words = steps.map(
      ({ step, happened }) => `${step} ${happened ? 'not predicted' : 'did not come'}`,
    );
    console.log(
      `${policy} ${kept.sessions[i]?.seed}: ${one.asked} of ${one.steps} sent; ${words.join(', ')}`,
    );
  }
  results.push(measuredProofs(policy, proofs));
}
const table = inProject('lib/answers/report/proof/measured-proofs.json');
writeFileSync(table, `${JSON.stringify(results, null, 2)}\n`);
console.table(results);
