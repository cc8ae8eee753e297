import { readFile } from 'node:fs/promises';
import type * as z from 'zod';
import { exceedsDepth, MAX_JSON_DEPTH } from '@/lib/base/json-depth';
import { lineOf, splitJson } from '@/lib/ingest/scan-json';
import type { Policy } from '@/lib/policies/policy';
import { prepare, replay } from '@/lib/replay/replay';
import { goldenFields, goldenRow, isGoldenField, type GoldenField } from '@/lib/report/golden-rows';
import { replayTotals, type ReplayTotals } from '@/lib/report/replay-totals';
import {
  scenarioFileSchema,
  type ScenarioFile,
  type ScenarioSession,
} from '@/lib/scenarios/schema';
import { generateProfile } from '@/lib/scenarios/simulate';
import type { CliIo } from './cli-io';
import { exitCode, InputError, type ExitCode } from './exit-code';
import { policyOf, settingsOf, type GivenSettings } from './parse-settings';
import { textTable } from './text-table';

/** Options of `simulate`. */
export interface SimulateCommandOptions {
  readonly policy: string;
  readonly set: GivenSettings;
  readonly json?: boolean;
}

/** One generated session, replayed. */
interface SimulatedSession {
  readonly name: string;
  readonly rows: readonly (readonly unknown[])[];
  readonly totals: ReplayTotals;
}

/** Generates the sessions of a scenario file and replays each; `-` reads the file from stdin. */
export async function simulateCommand(
  file: string,
  options: SimulateCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  const policy = policyOf(options.policy);
  settingsOf(policy, options.set, {});
  const name = file === '-' ? 'stdin' : file;
  const text = file === '-' ? await io.stdin() : await readText(file, io);
  const raw = parseJson(name, text);
  const scenarios = parseScenarios(name, raw);
  const fields = stepFields(name, scenarios);
  const simulated = scenarios.scenarios.map(({ name: scenario, sessions }) =>
    sessions.map((session) => simulate(session, scenario, policy, options.set, fields)),
  );
  io.out(
    options.json === true
      ? `${JSON.stringify(withSteps(raw as RawFile, fields, simulated))}\n`
      : totalsText(simulated.flat()),
  );
  return exitCode.clean;
}

function simulate(
  session: ScenarioSession,
  name: string,
  policy: Policy,
  given: GivenSettings,
  fields: readonly GoldenField[],
): SimulatedSession {
  const generated = generateProfile(session, name);
  const { profile, script, limit } = generated;
  const settings = settingsOf(policy, given, generated.settings);
  const run = replay(prepare(profile), policy, settings, { script, limit });
  const rows = Array.from({ length: profile.stepCount }, (_, step) =>
    goldenRow(profile, run, step, fields),
  );
  return { name, rows, totals: replayTotals(run) };
}

/** A scenario file as it was given: what the schema does not name is passed on. */
interface RawFile {
  readonly scenarios: readonly { readonly sessions: readonly object[] }[];
}

/** The file again with computed steps and totals; the reference simulator's own record is left out. */
function withSteps(
  raw: RawFile,
  fields: readonly GoldenField[],
  simulated: readonly (readonly SimulatedSession[])[],
) {
  return {
    ...raw,
    stepFields: fields,
    scenarios: raw.scenarios.map((scenario, i) => ({
      ...scenario,
      sessions: scenario.sessions.map((session, k) => {
        const { result: _, ...rest } = session as { readonly result?: unknown };
        const computed = simulated[i]?.[k];
        return { ...rest, steps: computed?.rows ?? [], totals: computed?.totals };
      }),
    })),
  };
}

async function readText(file: string, io: CliIo): Promise<string> {
  try {
    return await readFile(io.resolve(file), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const causes: Readonly<Record<string, string>> = {
      ENOENT: 'There is no such file.',
      EISDIR: 'This is a folder, not a file.',
      EACCES: 'The file may not be read (permission denied).',
    };
    const cause = causes[code] ?? 'The file cannot be read.';
    throw new InputError(`${file}: ${cause} Check the path and its permissions.`);
  }
}

function parseJson(name: string, given: string): unknown {
  const text = given.replace(/^\ufeff/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw syntaxError(name, text);
  }
  if (value !== undefined && !exceedsDepth(value)) return value;
  throw new InputError(`${name}: The JSON nests deeper than ${MAX_JSON_DEPTH} levels. ${WANTED}`);
}

function syntaxError(name: string, text: string): InputError {
  const { values, fault } = splitJson(text);
  const [first] = values;
  const at = first === undefined ? (fault?.at ?? 0) : text.indexOf(first) + first.length;
  let cause = fault?.cutOff === true ? 'The JSON is cut off.' : 'This is no JSON.';
  if (first !== undefined) cause = 'Something else follows the JSON document.';
  if (text.trim() === '') cause = 'There is nothing to read.';
  return new InputError(`${name}:${lineOf(text, at)}: ${cause} ${WANTED}`);
}

const WANTED =
  'A scenario file looks like {"scenarios":[{"name":"…","sessions":[{"config":{"contextWindow":200000},"turns":[{"user":{"bytes":400}}]}]}]}.';

function parseScenarios(name: string, raw: unknown): ScenarioFile {
  const parsed = scenarioFileSchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InputError(
    `${name} at ${jsonPath(issue)}: ${issue?.message ?? 'unexpected'}. ${WANTED}`,
  );
}

const jsonPath = (issue: z.core.$ZodIssue | undefined): string =>
  (issue?.path ?? []).reduce<string>(
    (path, key) => path + (typeof key === 'number' ? `[${key}]` : `.${String(key)}`),
    '$',
  );

function stepFields(name: string, { stepFields: given }: ScenarioFile): readonly GoldenField[] {
  if (given === undefined) return goldenFields;
  return given.map((field, i) => {
    if (isGoldenField(field)) return field;
    const known = goldenFields.join(', ');
    throw new InputError(`${name} at $.stepFields[${i}]: no field "${field}". Fields: ${known}.`);
  });
}

const TOTAL_COLUMNS = [
  { head: 'scenario' },
  ...['steps', 'compactions', 'summariser calls', 'overflow steps'].map((head) => ({
    head,
    right: true,
  })),
];

const totalsText = (simulated: readonly SimulatedSession[]): string =>
  textTable(
    TOTAL_COLUMNS,
    simulated.map(({ name, totals }) => [
      name,
      ...[totals.steps, totals.stepsCompacted, totals.summarizerCalls, totals.overflowSteps].map(
        String,
      ),
    ]),
  );
