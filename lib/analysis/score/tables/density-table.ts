/** The shipped densities, measured again: real tokens per heuristic token, by model. */
import { counted } from '@/lib/engine/base/format';
import { floatAt, intAt, sumBetween } from '@/lib/engine/base/read';
import { median } from '@/lib/engine/base/stats';
import { shortHash } from '@/lib/engine/base/text-hash';
import { recordedRuns } from '@/lib/engine/replay/projection/runs';
import { shippedDensities } from '@/lib/engine/tokens/density';
import { imageCharges } from '@/lib/engine/tokens/images/image-charges';
import type { Profile } from '@/lib/engine/tokens/profile';
import { tableLine, type TableLine } from './table-line';

/** Least heuristic tokens of an increment: what surrounds a message is small beside it. */
const LEAST_HEURISTIC = 2_000;
/** Largest share of the response in an increment: its hidden part is not in the trace. */
const MOST_OUTPUT = 0.1;

/** A session's large increments under the models of one shipped density. */
interface FamilyIncrements {
  /** Those of {@link shippedDensities}, in words. */
  readonly family: string;
  readonly models: readonly string[];
  readonly increments: number;
  /** Median of real ÷ heuristic. */
  readonly density: number;
}

/** A session's evidence of densities: what one step's request grew by over the one before it. */
export function densityEvidence(profile: Profile): readonly FamilyIncrements[] {
  const { steps, head } = profile;
  const { pairs, thoughts } = recordedRuns(profile);
  const { text, tokens, unknown } = imageCharges(profile);
  const families = new Map<string, { models: Set<string>; densities: number[] }>();
  for (const { from, to, first } of pairs) {
    const model = head.models[steps.model[to] ?? -1];
    const family = model === undefined ? undefined : familyOf(model);
    if (first || model === undefined || family === undefined) continue;
    const [before, now] = [intAt(steps.entries, from), intAt(steps.entries, to)];
    const charged = floatAt(tokens, now) - floatAt(tokens, before);
    const growth = intAt(steps.real, to) - intAt(steps.real, from) - charged;
    const heuristic = sumBetween(text, before, now) + intAt(thoughts, to) - intAt(thoughts, from);
    const images = sumBetween(unknown, before, now) > 0;
    if (growth <= 0 || heuristic < LEAST_HEURISTIC || images) continue;
    if (intAt(steps.output, from) > MOST_OUTPUT * growth) continue;
    const known = families.get(family) ?? { models: new Set(), densities: [] };
    families.set(family, known);
    known.models.add(model);
    known.densities.push(growth / heuristic);
  }
  return [...families].map(([family, { models, densities }]) => {
    return {
      family,
      models: [...models].sort(),
      increments: densities.length,
      density: median(densities),
    };
  });
}

/** A table measured again: its lines beside the shipped values, and its text as the product ships it. */
export interface FittedTable {
  readonly lines: readonly TableLine[];
  readonly text: string;
}

/** The table of densities over sessions in any order. */
export function densityTable(sessions: readonly (readonly FamilyIncrements[])[]): FittedTable {
  const all = sessions.flat();
  const lines: TableLine[] = [];
  const rows = shippedDensities.map(({ models, pattern, value }) => {
    const own = all.filter(({ family }) => family === models);
    const line = tableLine(
      models,
      own.map(({ density }) => density),
      value,
    );
    lines.push(line);
    const written = line.n === 0 ? value : rounded(line.value);
    return `  {
    models: '${models}',
    pattern: ${String(pattern)},
    value: ${written},
    evidence: '${evidenceOf(own, line)}',
  },`;
  });
  return { lines, text: hashed('density', rows) };
}

const familyOf = (model: string): string | undefined =>
  shippedDensities.find(({ pattern }) => pattern.test(model))?.models;

const rounded = (value: number): number => Math.round(value * 100) / 100;

function evidenceOf(own: readonly FamilyIncrements[], { n, interval }: TableLine): string {
  if (n === 0) return 'kept: no increment';
  const increments = own.reduce((sum, one) => sum + one.increments, 0);
  const models = new Set(own.flatMap(({ models: names }) => names)).size;
  const found = `${counted(increments, 'increment')} in ${counted(n, 'session')} of ${counted(models, 'model')}`;
  const [low, high] = interval ?? [];
  return low === undefined || high === undefined
    ? `${found}, too few for an interval`
    : `${found}, 95 % interval ${rounded(low)} to ${rounded(high)}`;
}

/** Rows of source text below a line with the table's name and the hash of the rows. */
export const hashed = (name: string, rows: readonly string[]): string =>
  `// ${name} ${shortHash(rows.join('\n'))}\n${rows.join('\n')}\n`;
