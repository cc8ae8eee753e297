/** Golden files of `lib/conformance` as tests read them: what a package did in seeded sessions. */
import { readFileSync } from 'node:fs';
import { inProject } from '@/lib/server/project.mjs';
import type { Compared } from '@/lib/engine/policy/policy';

/** A golden file: the package, and its runs. */
export interface Golden<Run> extends Omit<Compared, 'runs'> {
  readonly runs: readonly Run[];
}

/** One session: the policy's settings, the log in short (`sized-log.ts`), what was seen of each request. */
export interface GoldenRun<Step, Settings = object> {
  readonly seed: number;
  readonly settings: Settings;
  readonly log: string;
  readonly steps: readonly Step[];
}

/** A session with a summariser, whose provider counts a ratio of the estimate. */
export interface SummarisedRun<Step> extends GoldenRun<Step> {
  readonly ratio: number;
  readonly prefix: number;
  /** Chars of each summary; 0: empty, −1: an error. */
  readonly summaries: readonly number[];
}

/** The golden file of a policy's folder. */
export const readGolden = <Run>(folder: string, file: string): Golden<Run> =>
  JSON.parse(
    readFileSync(inProject(`lib/policies/${folder}/fixtures/${file}`), 'utf8'),
  ) as Golden<Run>;

/** What the provenance of a policy that was compared with it must say. */
export const comparedWith = <Run>(golden: Golden<Run>): Compared => {
  const { package: name, version, license, runs } = golden;
  return { package: name, version, license, runs: runs.length };
};

type Row = string | readonly (string | number)[];

/** The requests of which a replay says something else than the golden file, or that only one of them has. */
export function differences<Step, Run extends GoldenRun<Step>>(
  { runs }: Golden<Run & GoldenRun<Step>>,
  made: (run: Run) => readonly Row[],
  was: (step: Step) => Row,
): readonly string[] {
  return runs.flatMap((run) => {
    const [now, then] = [made(run).map(rowText), run.steps.map((step) => rowText(was(step)))];
    return Array.from({ length: Math.max(now.length, then.length) }, (_, i) => i).flatMap((i) =>
      now[i] === then[i] ? [] : [`run ${run.seed}, step ${i}: ${now[i]}, was ${then[i]}`],
    );
  });
}

const rowText = (row: Row): string => (typeof row === 'string' ? row : row.join(' '));
