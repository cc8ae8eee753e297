import type { Session } from '@/lib/session/schema';
import { codingTools, codingWork } from './coding-work';
import { Recorder } from './recorder';
import type { Sample } from './sample';
import { sourceCode, sourceCodeVocabulary } from './source-code-text';
import { Writer } from './writer';

const SYSTEM = `You are a coding agent in a TypeScript repository. Read before you write, change as little as the task needs, run the tests after each change and report what they say.`;

/** The last count the agent compared, and the request that followed it. */
const STALE = { heuristic: 70_000, real: 140_000 };
const NEXT = { heuristic: 90_009, real: 181_340 };
const REFUSED = { heuristic: 101_400, real: 204_912, limit: 200_000 };

/** Reads a file that brings the request to a heuristic of exactly `target`. */
function reach(recorder: Recorder, writer: Writer, target: number): void {
  const path = 'src/domain/freight-tables.ts';
  const fields = 2 * Math.floor('read_file'.length / 4) + 1 + Math.floor(path.length / 4);
  const bytes = (target - recorder.heuristic - fields) * 4 - 12;
  const result = sourceCode.exactly(writer, bytes);
  recorder.use([{ name: 'read_file', args: { path }, result }]);
}

function build(): Session {
  const writer = new Writer(180_018, sourceCodeVocabulary);
  const recorder = new Recorder(
    {
      id: 'timing-gap',
      name: 'Sample: timing gap, stale 140,000 against calibrated 180,018',
      note: 'The agent compared only the last reported count. One large file later that count still said 140,000 while the request was at 90,009 × 2 = 180,018: ContextGuard fires there; the recorded agent went on and the call after it was refused.',
      agent: 'Coding agent (generated)',
      model: 'claude-sonnet-4-6',
      limit: 200_000,
      prefix: { system: [{ kind: 'text', text: SYSTEM }], tools: codingTools },
      prefixTokens: 640,
      density: 2,
      spread: 0.09,
      start: '2026-03-03T13:12:00Z',
    },
    writer,
  );
  while (recorder.heuristic < STALE.heuristic - 5_000) {
    recorder.user(sourceCode.request(writer));
    recorder.step();
    for (let calls = writer.int(3, 7); calls > 0; calls--) {
      if (recorder.heuristic > STALE.heuristic - 5_000) break;
      recorder.use(
        [codingWork(writer, 1_200, 9_500)],
        writer.chance(0.5) ? sourceCode.remark(writer) : '',
      );
      recorder.step();
    }
    recorder.say(sourceCode.remark(writer));
  }
  recorder.user('Check every tariff against the freight tables; they are large, read them whole.');
  recorder.step();
  reach(recorder, writer, STALE.heuristic);
  recorder.step(STALE.real);
  reach(recorder, writer, NEXT.heuristic);
  recorder.step(NEXT.real);
  reach(recorder, writer, REFUSED.heuristic);
  recorder.refuse(REFUSED.real, REFUSED.limit);
  return recorder.finish();
}

/** The gap of seeds/investigation-results.md: the count of a step arrives one step late. */
export const timingGap: Sample = { id: 'timing-gap', build };
