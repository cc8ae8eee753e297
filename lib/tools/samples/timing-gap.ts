import { codingSample, codingTurn, codingWork, remarkOf, type CodingRun } from './coding-work';
import { sourceCode } from './source-code-text';

const SYSTEM = `You are a coding agent in a TypeScript repository. Read before you write, change as little as the task needs, run the tests after each change and report what they say.`;

/** The agent's last compared count, and the following request. */
const STALE = { heuristic: 70_000, real: 140_000 };
const NEXT = { heuristic: 90_009, real: 181_340 };
const REFUSED = { heuristic: 101_400, real: 204_912, limit: 200_000 };

/** Reads a file that raises the request's heuristic to exactly `target`. */
function reach({ recorder, writer }: CodingRun, target: number): void {
  const path = 'src/domain/freight-tables.ts';
  const fields = 2 * Math.floor('read_file'.length / 4) + 1 + Math.floor(path.length / 4);
  const bytes = (target - recorder.heuristic - fields) * 4 - 12;
  const result = sourceCode.exactly(writer, bytes);
  recorder.use([{ name: 'read_file', args: { path }, result }]);
}

/** The gap of seeds/investigation-results.md: a step's count arrives one step late. */
export const timingGap = codingSample(
  180_018,
  SYSTEM,
  {
    id: 'timing-gap',
    name: 'Sample: timing gap, stale 140,000 against calibrated 180,018',
    note: 'The agent compared only the last reported count. One large file later that count still said 140,000 while the request was at 90,009 × 2 = 180,018: ContextGuard fires there; the recorded agent went on and the call after it was refused.',
    agent: 'Coding agent (generated)',
    model: 'claude-sonnet-4-6',
    limit: 200_000,
    prefixTokens: 640,
    density: 2,
    spread: 0.09,
    start: '2026-03-03T13:12:00Z',
  },
  (run) => {
    const { recorder, writer } = run;
    const use = (): void => recorder.use([codingWork(writer, 1_200, 9_500)], remarkOf(run, 0.5));
    const most = STALE.heuristic - 5_000;
    while (recorder.heuristic < most) {
      codingTurn(run, [3, 7], use, () => recorder.heuristic <= most);
    }
    recorder.user(
      'Check every tariff against the freight tables; they are large, read them whole.',
    );
    recorder.step();
    reach(run, STALE.heuristic);
    recorder.step(STALE.real);
    reach(run, NEXT.heuristic);
    recorder.step(NEXT.real);
    reach(run, REFUSED.heuristic);
    recorder.refuse(REFUSED.real, REFUSED.limit);
  },
);
