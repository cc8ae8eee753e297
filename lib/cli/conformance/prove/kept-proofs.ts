/**
 * Proofs over the sessions of `lib/conformance/<system>/own-files.json.br`, each under another window than its own:
 * which were run, and what the programs asked, kept beside them in `proofs.json.br`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import * as z from 'zod';
import type { MeasuredProofs } from '@/lib/answers/report/proof/measured-proofs';
import { isProved, proofSum, type Proof } from '@/lib/answers/report/proof/proof';
import { readCase } from '../own-files/compare-case';
import { readOwnFiles, requestSchema, type OwnCase } from '../own-files/own-case';
import { proofTask, provedBy, type ProofTask } from './prove';
import type { ProvedSystem } from './proved-systems';

const keptSchema = z.object({
  package: z.string(),
  version: z.string(),
  license: z.string(),
  sessions: z.array(z.object({ seed: z.number(), requests: z.array(requestSchema) })),
});
export type KeptProofs = Readonly<z.infer<typeof keptSchema>>;

const proofsFile = (checkout: string, folder: string): string =>
  path.join(checkout, 'lib/conformance', folder, 'proofs.json.br');

/** What the program of a folder asked in its proofs. */
export const readProofs = (checkout: string, folder: string): KeptProofs =>
  keptSchema.parse(
    JSON.parse(brotliDecompressSync(readFileSync(proofsFile(checkout, folder))).toString('utf8')),
  );

export const writeProofs = (checkout: string, folder: string, kept: KeptProofs): void =>
  writeFileSync(proofsFile(checkout, folder), brotliCompressSync(JSON.stringify(kept)));

/** The share of its own window that a session is proved under. */
const FACTORS = [0.6, 0.7, 0.8, 0.9, 1.2, 1.5];
/** UTF-8 bytes of each summary. */
const SUMMARY = 600;

/** The tasks of a system: its sessions but those that change their window on the way. */
export async function proofTasks(
  checkout: string,
  { folder, varies = 'window' }: Pick<ProvedSystem, 'folder' | 'varies'>,
): Promise<readonly ProofTask[]> {
  const own = readOwnFiles(path.join(checkout, 'lib/conformance', folder, 'own-files.json.br'));
  const tasks: ProofTask[] = [];
  for (const one of own.cases.filter(({ kind }) => kind !== 'switch')) {
    const session = await readCase(one, { texts: true });
    if (typeof session === 'string') throw new Error(`${folder} ${one.seed}: ${session}`);
    const asked = { choice: null, set: changed(one, varies, session.profile.head), fault: [] };
    tasks.push(proofTask({ number: 1, session }, asked, one.seed));
  }
  return tasks;
}

/** The program's own settings with another window, or what else varies, and summaries of one size. */
function changed(
  { seed, settings }: OwnCase,
  varies: string,
  { environments, limit }: WindowFacts,
) {
  const own = settings[varies] ?? environments?.[0]?.window ?? limit?.tokens;
  const value = Number(own) * (FACTORS[seed % FACTORS.length] ?? 1);
  const varied = Number(own) < 1 ? value : Math.round(value);
  return { ...settings, [varies]: varied, summary: 'bytes', summaryBytes: SUMMARY };
}

interface WindowFacts {
  readonly environments?: readonly { readonly window?: number | undefined }[] | undefined;
  readonly limit: { readonly tokens: number } | null;
}

/** The proofs of tasks that were run. */
export function keptProofs(tasks: readonly ProofTask[], kept: KeptProofs): readonly Proof[] {
  return kept.sessions.flatMap(({ seed, requests }) => {
    const task = tasks.find(({ script }) => script.seed === seed);
    return task === undefined ? [] : [provedBy(task, kept, requests)];
  });
}

/** What the proofs of one system come to. */
export function measuredProofs(policy: string, proofs: readonly Proof[]): MeasuredProofs {
  const sum = (of: (one: Proof) => number): number => proofs.reduce((all, one) => all + of(one), 0);
  const { package: name = '', version = '' } = proofs[0] ?? {};
  return {
    ...{ policy, package: name, version, sessions: proofs.length },
    whole: proofs.filter(isProved).length,
    ...proofSum(proofs),
    projected: sum(({ projected }) => projected.requests),
    projectedInside: sum(({ projected }) => projected.inside),
  };
}
