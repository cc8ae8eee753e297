/** Kimi Code's policy against what the program did: `fixtures/`, made by `lib/conformance`. */
import { expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { comparedWith, differences, readGolden, type SummarisedRun } from '../testing/golden';
import { scripted, sizedLog } from '../testing/sized-log';
import { kimi } from './policy';

/**
 * Of a request: tokens compared, messages sent, their tokens with system prompt and tools. Where the summariser was
 * asked: its calls and what the first was given; where it answered: tokens counted afterwards, messages of the
 * user's that stay, and the oldest of them (−1: nothing was left out).
 */
type GoldenStep = readonly [
  value: number,
  sent: number,
  size: number,
  asked?: number,
  given?: number,
  after?: number,
  kept?: number,
  head?: number,
];

type Run = SummarisedRun<GoldenStep>;
const golden = readGolden<Run>('kimi', 'moonshot-ai-kimi-code-2.1.0.json');

function replayed({ settings, ratio, prefix, log, summaries }: Run) {
  const session = prepare(sizedLog(log, ratio), prefix);
  const script = summaries.map(scripted);
  return replay(session, kimi, kimi.settings.parse(settings), { script });
}

/** What a replay did, in the golden file's form. */
function madeBy(run: Run): readonly (readonly number[])[] {
  const { columns, notes } = replayed(run);
  const { decision, contentsSent, heuristicSent, compacted, attempts, summarizerContents } =
    columns;
  return run.steps.map((_, step) => {
    const sent = [decision[step], contentsSent[step], heuristicSent[step]] as number[];
    if (compacted[step] === 0) return sent;
    const asked = [attempts[step], summarizerContents[step]] as number[];
    const cut = notes.events.some((event) => event.step === step && event.kind === 'prune');
    return [...sent, ...asked, cut ? 1 : 0];
  });
}

/** The same of a golden step; what an attempt that failed was given is in no column. */
function goldenOf(step: GoldenStep): readonly number[] {
  const [value, sent, size, asked = 0, given = 0, after, , head = -1] = step;
  return after === undefined
    ? [value, sent, size]
    : [value, sent, size, asked, given, head < 0 ? 0 : 1];
}

it('compares, summarises and rebuilds the same in every session', () => {
  expect(differences(golden, madeBy, goldenOf)).toEqual([]);
  expect(kimi.provenance.compared).toEqual(comparedWith(golden));
});
