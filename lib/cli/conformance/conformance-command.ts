import { PRODUCER } from '@/lib/engine/replay/engine';
import { formatInteger } from '@/lib/engine/base/format';
import { comparedRows } from '@/lib/answers/report/systems/system-table';
import type { CliIo } from '../cli-io';
import { exitCode, UsageError, type ExitCode } from '../exit-code';
import { left, plain, right, textTable } from '@/lib/answers/print/text-table';
import { goldenDrift, type GoldenDrift } from './golden-drift';
import { goldenFiles, type GoldenFile } from './golden-files';
import { releaseRuns, type ReleaseRuns, type ReleaseSource } from './release-runs';

/** What `highwater conformance` takes. */
export interface ConformanceOptions {
  readonly check?: boolean;
  readonly release?: ReleaseSource['release'];
  readonly modules?: string;
  readonly checkout?: string;
  readonly json?: boolean;
}

/** One golden file against a release. */
interface Checked {
  readonly policy: string;
  readonly package: string;
  /** The version that the golden file is of, and the one that was run; null where none could. */
  readonly recorded: string;
  readonly ran: string | null;
  readonly drift: GoldenDrift | null;
  readonly fault: string | null;
}

/**
 * Lists what policies were compared with; with `check` runs the systems' own code again and says what
 * differs from the golden files. Exit 1 where something does, or could not run.
 */
export async function conformanceCommand(
  names: readonly string[],
  options: ConformanceOptions,
  io: CliIo,
): Promise<ExitCode> {
  if (options.check !== true) {
    if (names.length > 0) throw new UsageError('Only a check takes names: add --check.');
    return list(options, io);
  }
  const checkout = io.resolve(options.checkout ?? '.');
  const files = chosen(goldenFiles(checkout), names);
  const source: ReleaseSource = {
    release: options.release ?? 'newest',
    modules: options.modules === undefined ? null : io.resolve(options.modules),
  };
  const checked: Checked[] = [];
  for (const [script, of] of byScript(files)) {
    io.message(sourceText(script, source));
    const made = await releaseRuns(checkout, script, of, source);
    checked.push(...of.map((file) => compare(file, made)));
  }
  io.out(
    options.json === true
      ? `${JSON.stringify({ producer: PRODUCER, release: source.release, checked })}\n`
      : checkedText(checked),
  );
  const same = checked.every(({ drift }) => drift?.differing === 0);
  return same ? exitCode.clean : exitCode.checkFailed;
}

const sourceText = (script: string, { modules, release }: ReleaseSource): string =>
  modules === null
    ? `${script}: installs the ${release} release from npm’s registry and runs it without a network …`
    : `${script}: runs the packages of ${modules} without a network …`;

function list({ json }: ConformanceOptions, io: CliIo): ExitCode {
  const rows = comparedRows();
  io.out(
    json === true
      ? `${JSON.stringify({ producer: PRODUCER, compared: rows })}\n`
      : textTable(
          [...left('policy', 'package', 'version'), ...right('runs'), ...left('equal', 'checked')],
          rows.map((row) => [
            row.policy,
            row.package,
            row.version,
            formatInteger(row.runs),
            row.equal,
            row.checked,
          ]),
        ),
  );
  return exitCode.clean;
}

/** The files of the named policies or scripts; all without a name. */
function chosen(files: readonly GoldenFile[], names: readonly string[]): readonly GoldenFile[] {
  const known = [...new Set(files.flatMap(({ policy, script }) => [policy, script]))].toSorted();
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`"${unknown}" has no golden file. Known: ${known.join(', ')}.`);
  }
  return names.length === 0
    ? files
    : files.filter(({ policy, script }) => names.includes(policy) || names.includes(script));
}

function byScript(files: readonly GoldenFile[]): ReadonlyMap<string, readonly GoldenFile[]> {
  const scripts = [...new Set(files.map(({ script }) => script))];
  return new Map(scripts.map((name) => [name, files.filter(({ script }) => script === name)]));
}

function compare({ policy, name, golden }: GoldenFile, made: ReleaseRuns): Checked {
  const known = { policy, package: golden.package, recorded: golden.version };
  const file = made.files.find((one) => one.policy === policy && one.name === name);
  if (file === undefined) {
    const fault = made.fault ?? `its program wrote no ${name}`;
    return { ...known, ran: null, drift: null, fault };
  }
  const drift = goldenDrift(golden, file.golden);
  return { ...known, ran: file.golden.version, drift, fault: null };
}

const COLUMNS = left('policy', 'package', 'golden', 'ran', 'result');

/** A line for each golden file; below it where the first run that differs does. */
function checkedText(checked: readonly Checked[]): string {
  const table = textTable(
    COLUMNS,
    checked.map((one) => [one.policy, one.package, one.recorded, one.ran ?? '–', resultText(one)]),
  );
  const details = checked.flatMap(({ policy, drift, fault }) => {
    if (fault !== null) return [`${policy}: ${fault}`];
    const first = drift?.first ?? null;
    if (first === null) return [];
    const { run, path, was, is } = first;
    return [`${policy}: run ${formatInteger(run)}, ${path}: ${was} in the golden file, ${is} now`];
  });
  return details.length === 0 ? table : `${table}\n${details.map(plain).join('\n')}\n`;
}

function resultText({ drift }: Checked): string {
  if (drift === null) return 'could not run';
  const of = `${formatInteger(drift.runs)} runs`;
  return drift.differing === 0
    ? `all ${of} equal`
    : `${formatInteger(drift.differing)} of ${of} differ`;
}
