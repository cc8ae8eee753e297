import * as z from 'zod';

/** What a golden file holds: the package that was run, the script that ran it, and what it did in each run. */
export const goldenSchema = z.looseObject({
  package: z.string(),
  version: z.string(),
  command: z.string(),
  runs: z.array(z.unknown()).min(1),
});
export type Golden = Readonly<z.infer<typeof goldenSchema>>;

/** How the runs of one release differ from those of another. */
export interface GoldenDrift {
  readonly runs: number;
  readonly differing: number;
  /** The first run that differs and where in it, both values as JSON; null where none does. */
  readonly first: {
    readonly run: number;
    readonly path: string;
    readonly was: string;
    readonly is: string;
  } | null;
}

/** Compares the runs of two golden files one by one; a run that only one of them has differs. */
export function goldenDrift(was: Golden, is: Golden): GoldenDrift {
  const runs = Math.max(was.runs.length, is.runs.length);
  let differing = 0;
  let first: GoldenDrift['first'] = null;
  for (let run = 0; run < runs; run++) {
    const path = firstDifference(was.runs[run], is.runs[run], '');
    if (path === null) continue;
    differing++;
    first ??= { run, ...path };
  }
  return { runs, differing, first };
}

interface Difference {
  readonly path: string;
  readonly was: string;
  readonly is: string;
}

/** The first place at which two JSON values differ; null where they are equal. */
function firstDifference(was: unknown, is: unknown, path: string): Difference | null {
  if (!isHolder(was) || !isHolder(is) || Array.isArray(was) !== Array.isArray(is)) {
    return Object.is(was, is) ? null : { path, was: jsonText(was), is: jsonText(is) };
  }
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const found = firstDifference(was[key], is[key], path === '' ? key : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

const isHolder = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const jsonText = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
