/** Proofs: sessions under settings, acted out in the real program, beside what a replay says of them. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { settingFields, type Settings } from '@/lib/engine/policy/fields';
import { replay, summarySettingsOf, type Replay } from '@/lib/engine/replay/replay';
import type { Proof } from '@/lib/answers/report/proof/proof';
import type { SessionOfTrace } from '../../choose-sessions';
import { inRelease, type ReleaseSource } from '../release-runs';
import { readOwnFiles, type OwnFiles } from '../own-files/own-case';
import { InputError, UsageError } from '../../exit-code';
import { requestedReplay, type RequestedReplay } from '../../explain/requested-replay';
import { proofOf } from './proof-of';
import { provedSystems, type ProvedSystem } from './proved-systems';
import { recordingScript, type RecordingScript } from './recording-script';

/** A session that a program shall act out. */
export interface ProofTask {
  readonly policy: string;
  readonly system: ProvedSystem;
  readonly predicted: Replay;
  readonly settings: Settings;
  readonly script: RecordingScript;
}

/** Bytes of a summary where the prediction has none. */
const UNPREDICTED = 600;

/** UTF-8 bytes of each summary that the prediction assumes; a policy may ask for several in one compaction. */
function summaryBytesOf({ settings, sizes, columns }: Replay): number {
  const { summary, summaryBytes } = summarySettingsOf(settings);
  if (summary === 'bytes') return summaryBytes;
  const own = columns.summaryBytes.find((_, step) => columns.compacted[step] === 1);
  return sizes?.summaryBytes.value ?? own ?? UNPREDICTED;
}

/** Prepares the proof of a session that was read with its texts. @throws UsageError for one whose program does not run. */
export function proofTask(one: SessionOfTrace, asked: RequestedReplay, seed = 1): ProofTask {
  const { opening, policy, settings, session } = requestedReplay(one, asked);
  const system = provedSystems[policy.id];
  if (system === undefined || opening.policy.id !== policy.id) {
    throw new UsageError(
      `A proof runs the program that recorded the session, of ${Object.keys(provedSystems).join(', ')}: this one opens under ${opening.policy.id}, and ${policy.id} is asked for.`,
    );
  }
  const predicted = replay(session, policy, settings);
  const density = session.projection.density.value;
  const script = recordingScript(one.session, system, {
    ...{ seed, kind: 'recorded', density, summary: summaryBytesOf(predicted) },
    settings: system.given?.(settings) ?? settings,
  });
  const changed = settingFields(policy).filter(
    ({ key }) => settings[key] !== opening.settings[key],
  );
  const differing = Object.fromEntries(changed.map(({ key }) => [key, settings[key]]));
  return { policy: policy.id, system, predicted, settings: differing, script };
}

/** Runs the tasks of one system, one after the other. @throws InputError where the program could not. */
export async function proved(
  checkout: string,
  tasks: readonly ProofTask[],
  source: ReleaseSource,
): Promise<readonly Proof[]> {
  const [first] = tasks;
  if (first === undefined) return [];
  const ran = await actedOut(checkout, first.system, tasks, source);
  return tasks.flatMap((task) => {
    const one = ran.cases.find(({ seed }) => seed === task.script.seed);
    return one === undefined ? [] : [provedBy(task, ran, one.truth.requests)];
  });
}

/** The proof of a task, of what the program was seen to ask. */
export function provedBy(
  { policy, predicted, settings }: Pick<ProofTask, 'policy' | 'predicted' | 'settings'>,
  { package: name, version, license }: Pick<OwnFiles, 'package' | 'version' | 'license'>,
  requests: OwnFiles['cases'][number]['truth']['requests'],
): Proof {
  return { policy, package: name, version, license, settings, ...proofOf(predicted, requests) };
}

/** Acts out the scripts of one system. @throws InputError where the program could not. */
export async function actedOut(
  checkout: string,
  { folder, package: name }: ProvedSystem,
  tasks: readonly ProofTask[],
  source: ReleaseSource,
): Promise<OwnFiles> {
  if (!existsSync(path.join(checkout, 'lib/conformance', folder))) {
    throw new InputError(
      `${checkout}: no lib/conformance/${folder} here. Run it in a checkout of Highwater, or name one with --checkout.`,
    );
  }
  const compared = new Set([name]);
  return inRelease(checkout, { folder, compared }, source, async (run) => {
    const scripts = path.join(run.work, 'scripts.json');
    const out = path.join(run.work, 'proof.json.br');
    writeFileSync(scripts, JSON.stringify(tasks.map(({ script }) => script)));
    const fault = await run(`own-files:${folder}`, ['--scripts', scripts, '--out', out]);
    if (existsSync(out)) return readOwnFiles(out);
    throw new InputError(`${name} could not run: ${fault ?? 'it wrote nothing'}.`);
  });
}
