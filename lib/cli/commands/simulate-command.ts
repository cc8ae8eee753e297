import { PRODUCER } from '@/lib/engine/replay/engine';
import { readFile } from 'node:fs/promises';
import { exceedsDepth, MAX_JSON_DEPTH } from '@/lib/engine/base/json-depth';
import { lineOf, splitJson } from '@/lib/engine/base/scan-json';
import { costTotal } from '@/lib/analysis/cost/cost-total';
import type { Rates } from '@/lib/analysis/cost/rates';
import type { Fault } from '@/lib/engine/replay/faults/faults';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import type { PolicyChoice } from '@/lib/policies/policy-choice';
import { replayReport } from '@/lib/analysis/export/replay-report';
import { costText, pricesSentence, type MatrixPrices } from '@/lib/answers/report/outcome/matrix';
import type { ReplayTotals } from '@/lib/analysis/explain/replay-totals';
import {
  scenarioFileSchema,
  type ScenarioFile,
  type ScenarioSession,
} from '@/lib/readers/scenarios/schema';
import { jsonPath } from '@/lib/readers/scenarios/plan-file';
import { generateProfile, policyOfScenario } from '@/lib/readers/scenarios/simulate';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, type ExitCode } from '../exit-code';
import { policyOf, settingsOf, type GivenSettings } from '../parse-settings';
import { withSizes } from '../tables/size-tables';
import { rowReader, type RowReader } from '../simulated-rows';
import { left, right, textTable } from '@/lib/answers/print/text-table';
import { simulatedPrices, type SimulatedCostOptions } from '../cost/simulated-cost';

/** Options of `simulate`. */
interface SimulateCommandOptions extends SimulatedCostOptions {
  /** Absent: each scenario's own policy. */
  readonly policy?: string;
  readonly set: GivenSettings;
  readonly fault: readonly Fault[];
  /** Id or file of a table of sizes. */
  readonly sizes?: string;
  readonly json?: boolean;
}

/** One generated session, replayed. */
interface Simulation {
  readonly name: string;
  readonly policy: string;
  readonly rows: readonly (readonly unknown[])[];
  readonly totals: ReplayTotals;
  readonly faults: ReturnType<typeof replayReport>['faults'];
  /** Dollars; null where nothing is priced. */
  readonly costUsd: number | null;
}

/** Generates the sessions of a scenario file and replays each; `-` reads the file from stdin. */
export async function simulateCommand(
  file: string,
  given: SimulateCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  const options = { ...given, set: await withSizes(given, io) };
  const priced = simulatedPrices(options);
  const choice = options.policy === undefined ? null : policyOf(options.policy);
  if (choice !== null) settingsOf(choice, options.set, {});
  const name = file === '-' ? 'stdin' : file;
  const text = file === '-' ? await io.stdin() : await readText(file, io);
  const raw = parseJson(name, text);
  const scenarios = parseScenarios(name, raw);
  const reader = rowReaderOf(name, scenarios);
  const simulated = scenarios.scenarios.map(({ name: scenario, sessions }) =>
    sessions.map((session) =>
      simulate(session, scenario, reader, { ...options, choice, rates: priced?.rates ?? null }),
    ),
  );
  const prices = priced?.prices ?? null;
  io.out(
    options.json === true
      ? `${JSON.stringify(withSteps(raw as RawFile, reader.fields, { simulated, prices }))}\n`
      : `${totalsText(simulated.flat(), prices)}Computed by ${PRODUCER}.\n`,
  );
  return exitCode.clean;
}

function simulate(
  session: ScenarioSession,
  name: string,
  reader: RowReader,
  options: {
    readonly choice: PolicyChoice | null;
    readonly set: GivenSettings;
    readonly fault: readonly Fault[];
    readonly rates: Rates | null;
  },
): Simulation {
  const generated = generateProfile(session, name);
  const { profile, script, limit } = generated;
  const choice = options.choice ?? policyOf(policyOfScenario(session.config));
  const { policy, preset } = choice;
  const settings = settingsOf(choice, options.set, generated.settings);
  const run = replay(prepare(profile), policy, settings, { script, limit, faults: options.fault });
  const rows = Array.from({ length: profile.stepCount }, (_, step) => reader.row(run, step));
  const id = preset === null ? policy.id : `${policy.id}@${preset.id}`;
  const { totals, faults } = replayReport(run);
  const { rates } = options;
  const costUsd = rates === null ? null : costTotal(run, () => rates);
  return { name, policy: id, rows, totals, faults, costUsd };
}

/** The scenario file as given; members outside the schema are kept. */
interface RawFile {
  readonly scenarios: readonly RawScenario[];
}

/** Sessions of a scenario; a scenario without the list is its only session. */
type RawScenario = object & { readonly sessions?: readonly object[] };

/** The file with computed steps and totals, without the reference simulator's own record. */
function withSteps(
  raw: RawFile,
  fields: readonly string[],
  {
    simulated,
    prices,
  }: {
    readonly simulated: readonly (readonly Simulation[])[];
    readonly prices: MatrixPrices | null;
  },
) {
  return {
    ...raw,
    producer: PRODUCER,
    ...(prices === null ? {} : { prices }),
    stepFields: fields,
    scenarios: raw.scenarios.map((scenario, i) => {
      const { sessions } = scenario;
      if (sessions === undefined) return withComputed(scenario, simulated[i]?.[0]);
      return {
        ...scenario,
        sessions: sessions.map((session, k) => withComputed(session, simulated[i]?.[k])),
      };
    }),
  };
}

function withComputed(session: object, computed: Simulation | undefined) {
  const { result: _, faults: __, ...rest } = session as Readonly<Record<string, unknown>>;
  if (computed === undefined) return rest;
  const { rows, totals, faults, costUsd } = computed;
  const cost = costUsd === null ? {} : { costUsd };
  return {
    ...rest,
    steps: rows,
    totals: ownTotals(totals),
    ...cost,
    ...(faults.length > 0 && { faults }),
  };
}

/** Totals under the vectors' names; with lost entries only if there are some. */
function ownTotals({ stepsWithLostEntries, maxLostEntries, ...totals }: ReplayTotals) {
  return stepsWithLostEntries > 0 ? { ...totals, stepsWithLostEntries, maxLostEntries } : totals;
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
  let cause = fault?.cutOff === true ? 'The JSON is cut off.' : 'This is not JSON.';
  if (first !== undefined) cause = 'Other content follows the JSON document.';
  if (text.trim() === '') cause = 'There is nothing to read.';
  return new InputError(`${name}:${lineOf(text, at)}: ${cause} ${WANTED}`);
}

const WANTED =
  'A scenario file looks like {"scenarios":[{"name":"…","sessions":[{"config":{"contextWindow":200000},"turns":[{"user":{"bytes":400}}]}]}]}.';

/** Reads a scenario file; a scenario that is itself a session becomes one with one session. */
function parseScenarios(name: string, raw: unknown): ScenarioFile {
  const parsed = scenarioFileSchema.safeParse(withSessions(raw));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue === undefined ? '$' : placeOf(raw, issue.path);
  throw new InputError(`${name} at ${path}: ${issue?.message ?? 'unexpected'}. ${WANTED}`);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isSession = (scenario: unknown): boolean =>
  isObject(scenario) && !('sessions' in scenario) && 'config' in scenario;

function withSessions(raw: unknown): unknown {
  if (!isObject(raw) || !Array.isArray(raw['scenarios'])) return raw;
  const scenarios = (raw['scenarios'] as readonly unknown[]).map((scenario) =>
    isSession(scenario) ? { ...(scenario as object), sessions: [scenario] } : scenario,
  );
  return { ...raw, scenarios };
}

/** Path of an issue in the file as given. */
function placeOf(raw: unknown, path: readonly PropertyKey[]): string {
  const [, index] = path;
  const scenarios: unknown = isObject(raw) ? raw['scenarios'] : undefined;
  const alone = Array.isArray(scenarios) && isSession(scenarios[Number(index)]);
  return jsonPath(alone && path[2] === 'sessions' ? [...path.slice(0, 2), ...path.slice(4)] : path);
}

function rowReaderOf(name: string, { stepFields }: ScenarioFile): RowReader {
  const reader = rowReader(stepFields);
  if (reader.ok) return reader.value;
  const { index, message } = reader.error;
  throw new InputError(`${name} at $.stepFields[${index}]: ${message}`);
}

const TOTAL_COLUMNS = [
  ...left('scenario', 'policy'),
  ...right('steps', 'compactions', 'summariser calls', 'overflow steps'),
];

const totalsText = (simulated: readonly Simulation[], prices: MatrixPrices | null): string => {
  const table = textTable(
    prices === null ? TOTAL_COLUMNS : [...TOTAL_COLUMNS, ...right('cost')],
    simulated.map(({ name, policy, totals, costUsd }) => [
      name,
      policy,
      ...[totals.steps, totals.stepsCompacted, totals.summarizerCalls, totals.overflowSteps].map(
        String,
      ),
      ...(prices === null ? [] : [costText({ costUsd })]),
    ]),
  );
  return prices === null ? table : `${table}${pricesSentence(prices)}\n`;
};
