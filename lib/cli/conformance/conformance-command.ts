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
  readonly script: string;
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
  const scripts = byScript(files);
  const checked = await checkEach(scripts, { checkout, source, io, json: options.json === true });
  const ran = new Set(checked.map(({ script }) => script));
  const left = [...byScript(goldenFiles(checkout)).keys()].filter((script) => !ran.has(script));
  io.out(
    options.json === true
      ? `${JSON.stringify({ producer: PRODUCER, release: source.release, checked, notRun: left })}\n`
      : notRunText(left),
  );
  const same = checked.every(({ drift }) => drift?.differing === 0);
  const whole = [...scripts.keys()].every((script) => ran.has(script));
  return same && whole ? exitCode.clean : exitCode.checkFailed;
}

interface CheckInput {
  readonly checkout: string;
  readonly source: ReleaseSource;
  readonly io: CliIo;
  readonly json: boolean;
}

/** Runs script after script and says of each what came of it as it ends; interrupted, what ran until then stays. */
async function checkEach(
  scripts: ReadonlyMap<string, readonly GoldenFile[]>,
  { checkout, source, io, json }: CheckInput,
): Promise<readonly Checked[]> {
  const checked: Checked[] = [];
  const interruption = new AbortController();
  const stop = (): void => interruption.abort();
  process.once('SIGINT', stop);
  try {
    const line = lineOf([...scripts.values()].flat());
    if (!json) io.out(line(['policy', 'package', 'golden', 'ran', 'result']));
    for (const [script, of] of scripts) {
      io.message(sourceText(script, source));
      const made = await releaseRuns(checkout, script, of, source);
      // What was under way came to no end of its own.
      if (interruption.signal.aborted) break;
      for (const file of of) {
        const one = compare(file, made);
        checked.push(one);
        if (!json) io.out(checkedText(one, line));
      }
    }
  } finally {
    process.removeListener('SIGINT', stop);
  }
  return checked;
}

/** The scripts that were not asked for, or did not come to an end. */
const notRunText = (scripts: readonly string[]): string =>
  scripts.length === 0 ? '' : `Not run: ${scripts.join(', ')}.\n`;

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

function compare({ policy, name, script, golden }: GoldenFile, made: ReleaseRuns): Checked {
  const known = { policy, script, package: golden.package, recorded: golden.version };
  const file = made.files.find((one) => one.policy === policy && one.name === name);
  if (file === undefined) {
    const fault = made.fault ?? `its program wrote no ${name}`;
    return { ...known, ran: null, drift: null, fault };
  }
  const drift = goldenDrift(golden, file.golden);
  return { ...known, ran: file.golden.version, drift, fault: null };
}

/** Writes a line of the table, whose rows come one by one: columns are as wide as what is known before. */
function lineOf(files: readonly GoldenFile[]): (cells: readonly string[]) => string {
  const known = files.map(({ policy, golden }) => [policy, golden.package, golden.version]);
  const widths = [0, 1, 2].map((i) => Math.max(7, ...known.map((row) => row[i]?.length ?? 0)));
  return (cells) =>
    `${cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 9))
      .join('  ')
      .trimEnd()}\n`;
}

/** The line of a golden file; below it where the first run that differs does. */
function checkedText(one: Checked, line: ReturnType<typeof lineOf>): string {
  const { policy, drift, fault } = one;
  const row = line([policy, one.package, one.recorded, one.ran ?? '–', resultText(one)]);
  if (fault !== null) return `${row}${plain(`${policy}: ${fault}`)}\n`;
  const first = drift?.first ?? null;
  if (first === null) return row;
  const { run, path, was, is } = first;
  const where = `${policy}: run ${formatInteger(run)}, ${path}: ${was} in the golden file, ${is} now`;
  return `${row}${plain(where)}\n`;
}

function resultText({ drift }: Checked): string {
  if (drift === null) return 'could not run';
  const of = `${formatInteger(drift.runs)} runs`;
  return drift.differing === 0
    ? `all ${of} equal`
    : `${formatInteger(drift.differing)} of ${of} differ`;
}
