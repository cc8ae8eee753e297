/**
 * The tables of research/ratios.md, recomputed on the traces. That document was made from 453
 * sessions; the traces here are 14 of them, each with a row of its own there.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { quantile } from '@/lib/engine/base/stats';
import { utf8Length } from '@/lib/engine/base/utf8';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import { recorded } from '@/lib/policies/highwater/recorded';
import { keptSum, recordedViews } from '@/lib/engine/replay/recorded-view';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import type { Part, Session } from '@/lib/engine/session/schema';
import { scoreEstimators, type EstimatorScore } from './estimator-score';
import { fitLine } from './fitted-line';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

const folder = join(process.env['HIGHWATER_TRACES'] ?? '', 'claude-code');

interface Trace {
  readonly file: string;
  readonly session: Session;
  readonly prepared: Replayable;
  /** The file has lines that the agent attached to its prompts. */
  readonly attachments: boolean;
}

const traces: readonly Trace[] = readdirSync(folder).flatMap((file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  const read = readTrace(text, 'jsonl', file);
  if (!read.ok) throw new Error(read.error.message);
  const attachments = text.includes('"type":"attachment"');
  return read.value.sessions
    .filter(({ source }) => source.parent?.relation !== 'subagent')
    .map((session) => ({ file, session, prepared: preparedSession(session), attachments }));
});

/** Rows of "per file": calls, ratio min, median, max, largest real, fitted a and b, compactions. */
const perFile: Readonly<Record<string, readonly number[]>> = {
  'claude-2025__sniffly-ba79134d': [24, 3.29, 4.0, 29.5, 26290, 13951, 1.55, 0],
  'claude-2025__sniffly-d3ad4cdc': [62, 1.59, 1.74, 810.69, 105848, 14288, 1.38, 0],
  'claude-fable-5__entire-graph-713a917b91': [102, 2.85, 3.07, 6.13, 177241, 18113, 2.59, 0],
  'claude-opus-4-5__cli-0c20f08988': [258, 1.97, 2.9, 2212.86, 148687, 43598, 1.49, 1],
  'claude-opus-4-5__cli-5207b424e2': [248, 1.89, 2.37, 594.17, 155108, 43790, 1.37, 2],
  'claude-opus-4-5__cli-95adddad32': [225, 1.49, 2.65, 875.34, 155023, 67715, 1.02, 3],
  'claude-opus-4-6__cli-2b48f6b6e6': [258, 2.06, 2.81, 2637.21, 166919, 47582, 1.48, 2],
  'claude-opus-4-6__cli-8aa463e2ba': [180, 1.85, 2.19, 13.29, 166223, 30660, 1.47, 1],
  'claude-opus-4-6__cli-9ddf2969b6': [26, 2.16, 3.37, 47.49, 125917, 43178, 1.44, 0],
  'claude-opus-4-6__git-sync-10067e2e43': [276, 1.51, 1.53, 32.01, 360421, 16918, 1.44, 0],
  'claude-opus-4-7__git-sync-657919e49a': [331, 2.66, 2.93, 9.0, 471666, 35117, 2.53, 0],
  'claude-opus-4-8__auth-go-ac9d6b31a0': [28, 2.42, 2.47, 6.63, 97389, 19502, 1.93, 0],
  'claude-opus-4-8__entire-graph-cd2ea187ff': [300, 2.73, 2.88, 11.47, 426847, -10785, 3.11, 0],
  'claude-sonnet-4-5__cli-7eb280e769': [288, 1.54, 1.66, 1119.26, 155440, 38496, 1.1, 1],
};

/** ratios.md counts texts whole, arguments as compact JSON, results without their tool's name. */
function visibleBytes(part: Part): number {
  if (part.kind === 'text' || part.kind === 'thought') return utf8Length(part.text);
  if (part.kind === 'call') return utf8Length(part.name) + utf8Length(JSON.stringify(part.args));
  if (part.kind !== 'response') return 0;
  const { result } = part.response as { readonly result: string };
  return utf8Length(result);
}

/** Its heuristic: bytes ÷ 4 unrounded, thoughts of every turn kept, as the file shows them. */
function visibleHeuristics({ session, prepared: { profile } }: Trace): readonly number[] {
  const sum = new Float64Array(session.entries.length + 1);
  session.entries.forEach(({ parts }, entry) => {
    const bytes = parts.reduce((total, part) => total + visibleBytes(part), 0);
    sum[entry + 1] = (sum[entry] ?? 0) + bytes / 4;
  });
  const views = recordedViews(profile);
  return session.steps.map(({ entries }, step) => {
    const view = views.findLast((one) => one.step <= step);
    if (!view) throw new Error('A recording has at least one view');
    const kept = keptSum(view, sum) + view.summaryBytes / 4;
    return kept + (sum[entries] ?? 0) - (sum[view.from] ?? 0);
  });
}

interface Row {
  readonly calls: number;
  readonly ratios: readonly [min: number, median: number, max: number];
  readonly largest: number;
  readonly a: number;
  readonly b: number;
}

function rowOf({ session }: Trace, heuristics: ArrayLike<number>): Row {
  const calls = [...session.steps.keys()].filter((step) => {
    const { real, rejected } = session.steps[step] ?? {};
    return rejected === false && (real ?? 0) > 0;
  });
  const reals = calls.map((step) => session.steps[step]?.real ?? 0);
  const h = calls.map((step) => heuristics[step] ?? 0);
  const ratios = reals.map((real, i) => real / (h[i] ?? 0)).sort((x, y) => x - y);
  const line = fitLine(h, reals);
  return {
    calls: calls.length,
    ratios: [quantile(ratios, 0), quantile(ratios, 0.5), quantile(ratios, 1)],
    largest: Math.max(...reals),
    a: line?.intercept ?? NaN,
    b: line?.slope ?? NaN,
  };
}

const expectedOf = (file: string): readonly number[] => {
  const key = Object.keys(perFile).find((name) => file.startsWith(name));
  if (key === undefined) throw new Error(`ratios.md has no row for ${file}`);
  return perFile[key] ?? [];
};

const text = (value: number, width: number, digits = 2): string =>
  value.toFixed(digits).padStart(width);

const lines: string[] = [];

describe.each(traces.map((trace) => [trace.file, trace] as const))('%s', (file, trace) => {
  const [calls, min = 0, median = 0, max = 0, largest, a = 0, b = 0, cmp] = expectedOf(file);
  const theirs = rowOf(trace, visibleHeuristics(trace));
  const made = replay(trace.prepared, recorded, {});
  const ours = rowOf(trace, made.columns.heuristic);
  const of = ({ ratios, a: intercept, b: slope }: Row): string =>
    `${ratios.map((ratio) => text(ratio, 9)).join('')} ${text(intercept, 8, 0)}${text(slope, 6)}`;
  lines.push(
    `${file.slice(0, 44).padEnd(45)} ${[min, median, max].map((one) => text(one, 9)).join('')} ${text(a, 8, 0)}${text(b, 6)} |${of(theirs)} |${of(ours)}`,
  );

  test('calls, largest prompt and compactions are those of ratios.md', () => {
    expect([theirs.calls, theirs.largest, trace.session.compactions.length]).toEqual([
      calls,
      largest,
      cmp,
    ]);
  });

  test('counted as ratios.md counts, ratios and fit come out', () => {
    const [low, middle, high] = theirs.ratios;
    if (!trace.attachments) {
      expect(Math.abs(low - min)).toBeLessThanOrEqual(0.0101);
      expect(Math.abs(middle - median)).toBeLessThanOrEqual(0.0101);
      expect(Math.abs(high - max)).toBeLessThanOrEqual(0.0101);
      expect(Math.abs(theirs.b - b)).toBeLessThanOrEqual(0.0101);
      expect(Math.abs(theirs.a - a)).toBeLessThanOrEqual(12);
      return;
    }
    // ratios.md counts an attachment line as the JSON it is written in; the importer takes the text
    // that reaches the model: fewer bytes, so a larger ratio, by 10.5 % where they are most.
    expect(middle / median).toBeGreaterThan(0.99);
    expect(middle / median).toBeLessThan(1.11);
  });

  test('counted as the reference counts, the request is a little smaller', () => {
    // Floored per field, arguments as %v without JSON's quotes and escapes; and thoughts of earlier
    // turns are not in the request, which is most of the difference where there are many.
    const [, middle] = ours.ratios;
    expect(middle / theirs.ratios[1]).toBeGreaterThan(0.999);
    expect(middle / theirs.ratios[1]).toBeLessThan(1.21);
  });
});

test('prints the table per file', () => {
  process.stdout.write(
    `\nreal ÷ heuristic min, median, max; a, b of real ≈ a + b·h: ratios.md | counted its way | the product's\n${lines.join('\n')}\n`,
  );
  expect(lines).toHaveLength(Object.keys(perFile).length);
});

interface Published {
  readonly id: string;
  /** p1, p10, median, p90, p99, share under by more than 5 %. */
  readonly row: readonly [number, number, number, number, number, number];
}

/** "POLICY one-step-ahead error", by group of models. */
const published: readonly {
  readonly group: string;
  readonly models: RegExp;
  readonly rows: readonly Published[];
}[] = [
  {
    group: 'claude<=4.6',
    models: /sonnet-4-2|-4-[56]/,
    rows: [
      { id: 'factor-1', row: [0, 0.14, 0.42, 0.62, 0.79, 1] },
      { id: 'factor-1.5', row: [0, 0.21, 0.63, 0.94, 1.18, 0.906] },
      { id: 'factor-2', row: [0.01, 0.27, 0.84, 1.25, 1.58, 0.67] },
      { id: 'factor-2.5', row: [0.01, 0.34, 1.04, 1.56, 1.97, 0.411] },
      { id: 'first-factor-2.5', row: [0, 0, 0.01, 0.18, 0.72, 1] },
      { id: 'calibrated', row: [0.93, 0.99, 1, 1.02, 1.27, 0.017] },
      { id: 'uncapped', row: [0.99, 1, 1, 1.08, 10.62, 0.001] },
      { id: 'delta-1.4', row: [0.98, 1, 1, 1, 1.02, 0.003] },
      { id: 'delta-model', row: [0.98, 1, 1, 1, 1.02, 0.003] },
    ],
  },
  {
    group: 'claude>=4.7',
    models: /-4-[78]|fable/,
    rows: [
      { id: 'factor-1', row: [0.1, 0.23, 0.33, 0.44, 0.48, 1] },
      { id: 'factor-1.5', row: [0.14, 0.35, 0.5, 0.65, 0.71, 1] },
      { id: 'factor-2', row: [0.19, 0.47, 0.67, 0.87, 0.95, 0.987] },
      { id: 'factor-2.5', row: [0.24, 0.58, 0.83, 1.09, 1.19, 0.717] },
      { id: 'first-factor-2.5', row: [0.06, 0.16, 0.4, 0.77, 1.49, 0.923] },
      { id: 'calibrated', row: [0.95, 0.99, 1, 1.01, 1.11, 0.01] },
      { id: 'uncapped', row: [0.97, 1, 1, 1.02, 1.21, 0.004] },
      { id: 'delta-1.4', row: [0.95, 0.99, 1, 1, 1, 0.011] },
      { id: 'delta-model', row: [0.96, 0.99, 1, 1, 1.01, 0.006] },
    ],
  },
];

describe.each(published)('one step ahead, $group', ({ group, models, rows }) => {
  const own = traces.filter(({ prepared }) => models.test(prepared.profile.head.models.join(' ')));
  const table = scoreEstimators(own.map(({ prepared }) => prepared));
  const scoreOf = (id: string): EstimatorScore => {
    const score = table.scores.find(({ variant }) => variant.id === id);
    if (!score) throw new Error(`No row ${id}`);
    return score;
  };
  const rowText = (row: readonly number[]): string =>
    `${row
      .slice(0, 5)
      .map((one) => text(one, 7))
      .join('')}${text((row[5] ?? 0) * 100, 7, 1)} %`;

  test('prints the table', () => {
    const body = table.scores.map(({ variant, n, p1, p10, median, p90, p99, under }) => {
      const theirs = rows.find(({ id }) => id === variant.id)?.row;
      return `  ${variant.id.padEnd(18)}${String(n).padStart(6)}${rowText([p1, p10, median, p90, p99, under])}   ${theirs ? rowText(theirs) : ''}`;
    });
    process.stdout.write(
      `\n${group}: ${own.length} sessions, estimate ÷ real p1 p10 med p90 p99, under by more than 5 %; right: ratios.md\n${body.join('\n')}\n`,
    );
    expect(table.steps).toBe(scoreOf('factor-1').n);
    expect(scoreOf('calibrated').n + table.firsts).toBe(table.steps);
    expect(table.unscored).toBe(0);
  });

  test('without usage, medians lie within 0.05 a unit of the factor', () => {
    // Ten (four) sessions of 331 (64): how much is hidden differs from session to session, so only
    // the middle is comparable.
    for (const { id, row } of rows.filter((one) => one.id.startsWith('factor'))) {
      const factor = Number(id.slice('factor-'.length));
      expect(Math.abs(scoreOf(id).median - row[2]), id).toBeLessThanOrEqual(0.05 * factor);
    }
    expect(scoreOf('first-factor-2.5').median).toBeLessThan(0.5);
  });

  test('with usage, p1 to p90 lie within 0.04, shares under within one point', () => {
    // One step's growth is small beside the whole: sessions hardly differ. p99 is the tail of jumps
    // after a compaction, which so few sessions do not fill.
    const after = ['calibrated', 'uncapped', 'delta-1.4', 'delta-model'];
    for (const { id, row } of rows.filter((one) => after.includes(one.id))) {
      const { p1, p10, median, p90, p99, under } = scoreOf(id);
      [p1, p10, median, p90].forEach((value, i) => {
        expect(Math.abs(value - (row[i] ?? NaN)), `${id} ${i}`).toBeLessThanOrEqual(0.0401);
      });
      expect(p99, id).toBeLessThanOrEqual(row[4] + 0.01);
      expect(Math.abs(under - row[5]), id).toBeLessThanOrEqual(0.01);
    }
  });

  test('anchor + delta has the narrowest spread, as there', () => {
    const spread = ({ p1, p99 }: EstimatorScore): number => p99 - p1;
    expect(spread(scoreOf('anchor-delta'))).toBeLessThan(spread(scoreOf('calibrated')));
    expect(spread(scoreOf('calibrated'))).toBeLessThan(spread(scoreOf('uncapped')));
    expect(spread(scoreOf('anchor-delta'))).toBeLessThan(0.07);
  });
});
