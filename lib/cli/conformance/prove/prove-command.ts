import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Answer } from '@/lib/answers/model/question';
import { isProved, proofSchema, tellProof } from '@/lib/answers/report/proof/proof';
import { printAnswer } from '../../answers/print-answer';
import { chooseSessions } from '../../choose-sessions';
import type { CliIo } from '../../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../../exit-code';
import { askedOf, type PolicyReplayOptions } from '../../explain/requested-replay';
import { measureTrace } from '../../measure-trace';
import { readErrorText } from '../../read-error';
import { proofTask, proved, type ProofTask } from './prove';

/** What `highwater prove` takes. */
export interface ProveOptions extends PolicyReplayOptions {
  readonly install?: boolean;
  readonly modules?: string;
  readonly checkout?: string;
  readonly markdown?: boolean;
}

/** Runs the real program over a session under changed settings; exit 1 where it compacts at other steps than predicted. */
export async function proveCommand(
  file: string,
  options: ProveOptions,
  io: CliIo,
): Promise<ExitCode> {
  const asked = await askedOf(options, io);
  if (asked.fault.length > 0) throw new UsageError('A program knows no --fault: leave it out.');
  const trace = await measureTrace(file, io.resolve(file), { texts: true });
  if (!trace.ok) throw new InputError(readErrorText(file, trace.error));
  const [chosen, another] = chooseSessions(trace.value.sessions, options.session, { ofStep: true });
  if (chosen === undefined) throw new InputError(`${file}: it holds no session.`);
  if (another !== undefined) {
    throw new UsageError(`${file} holds several sessions: choose one with --session.`);
  }
  const task = proofTask(chosen, asked);
  const checkout = io.resolve(options.checkout ?? '.');
  const modules = modulesOf(task, options, io);
  const { package: name, license } = task.system;
  io.message(
    `${name}, licence ${license}: ${modules === null ? 'installs the newest release from npm’s registry and ' : ''}runs it without a network …`,
  );
  const [proof] = await proved(checkout, [task], { release: 'newest', modules });
  if (proof === undefined) throw new InputError(`${name}: it wrote nothing.`);
  const answer: Answer = { facts: proof, blocks: tellProof(proof), failed: !isProved(proof) };
  printAnswer({ output: proofSchema }, answer, { ...options, head: { file } }, io);
  return answer.failed ? exitCode.checkFailed : exitCode.clean;
}

/** The folder whose program is run, null for the registry's. @throws UsageError where neither was asked for. */
function modulesOf({ system }: ProofTask, { install, modules }: ProveOptions, io: CliIo) {
  const { package: name, license } = system;
  if (modules === undefined) {
    if (install === true) return null;
    throw new UsageError(
      `A proof runs ${name}, whose licence is ${license}. Nothing was installed: add --install to fetch it into a folder that is removed, or --modules with a node_modules folder that holds it.`,
    );
  }
  const folder = io.resolve(modules);
  if (existsSync(path.join(folder, name, 'package.json'))) return folder;
  throw new UsageError(
    `--modules ${modules} holds no ${name}. Install it there, or use --install instead.`,
  );
}
