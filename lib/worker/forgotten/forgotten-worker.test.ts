import { afterEach, describe, expect, it } from 'vitest';
import { recallFindings } from '@/lib/analysis/detectors/recall-findings';
import { recallReport } from '@/lib/analysis/recall/recall-report';
import { contextGuardThreshold } from '@/lib/policies/builtin';
import { recorded } from '@/lib/policies/highwater/recorded';
import { holdFrozenTables } from '@/lib/engine/sizes/known-tables';
import { parseFault } from '@/lib/engine/replay/faults/faults';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { indexSession } from '@/lib/engine/tokens/references/session-references';
import { WorkerPair } from '../testing/worker-pair';
import { ForgottenClient, type ForgottenQuestion } from './forgotten-client';
import { ForgottenRunner, type ForgottenJob } from './forgotten-runner';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** A runner and a client connected like page and worker; keeps what the page asks. */
class Pair extends WorkerPair {
  readonly asked: ForgottenJob[] = [];
  readonly client = new ForgottenClient(this.start);

  constructor() {
    super(() => {
      const runner = new ForgottenRunner(pause);
      const find: ForgottenRunner['find'] = (job, signal) => {
        this.asked.push(job);
        return runner.find(job, signal);
      };
      return { find };
    });
  }

  ask = (question: ForgottenQuestion, signal = new AbortController().signal) =>
    this.client.ask(question, signal);

  /** For each question sent, whether it carries the session. */
  carried(): readonly boolean[] {
    return this.asked.map(({ carried }) => carried !== null);
  }
}

const reads = (real: number): string =>
  ['src/reader.go', 'src/writer.go']
    .map((path, i) => `c read {"path":"${path}"}\nr read "package ${path}"\n-- ${real + i * 500}`)
    .join('\n');
const text = textSession(
  `u "repair it"\n${reads(9_000)}\n== compact "half done"\nu "go on"\n-- 3000\n${reads(3_500)}`,
);
const session = preparedSession(text);
const references = indexSession(text)!;
const about = { agent: 'an agent', notices: [] };
const asked = (run: Replay): ForgottenQuestion => ({ session, references, replay: run, about });

const own = replay(session, recorded, {});
const guard = (window: number, faults: readonly string[] = []): Replay => {
  const struck = faults.flatMap((one) => {
    const parsed = parseFault(one);
    return parsed.ok ? [parsed.value] : [];
  });
  const settings = contextGuardThreshold.settings.parse({ window });
  return replay(session, contextGuardThreshold, settings, { faults: struck });
};

/** What the page's own thread computes. */
const expected = (run: Replay) =>
  recallFindings({ replay: run, about, recall: recallReport(run, references), references });

afterEach(() => holdFrozenTables([]));

describe('the worker for forgotten context', () => {
  it.each([
    ['the recording', own],
    ['a what-if', guard(6_000)],
    ['a replay with faults', guard(200_000, ['compact@3'])],
  ])('answers with what the page’s own thread computes: %s', async (_, run) => {
    expect(await new Pair().ask(asked(run))).toEqual(expected(run));
  });

  it('finds what the recording forgot', async () => {
    const found = await new Pair().ask(asked(own));
    expect(found?.map(({ detector }) => detector)).toContain('files-reread');
  });

  it('carries a session and its names once, and others when they are asked about', async () => {
    const pair = new Pair();
    await pair.ask(asked(own));
    await pair.ask(asked(guard(6_000)));
    const other = { ...references };
    await pair.ask({ ...asked(own), references: other });
    holdFrozenTables([{ id: 'mine', rows: [] }]);
    await pair.ask({ ...asked(own), references: other });
    expect(pair.carried()).toEqual([true, false, true, true]);
    expect(pair.started).toBe(1);
  });

  it('answers a withdrawn question with null, and keeps the session that it brought', async () => {
    const pair = new Pair();
    expect(await pair.ask(asked(own), AbortSignal.abort())).toBeNull();
    const stop = new AbortController();
    const withdrawn = pair.ask(asked(guard(6_000)), stop.signal);
    stop.abort();
    const [before, after] = await Promise.all([withdrawn, pair.ask(asked(own))]);
    expect(before).toBeNull();
    expect(after).toEqual(expected(own));
  });
});
