import type { Session } from '@/lib/session/schema';
import { codingTools, codingWork } from './coding-work';
import { Recorder } from './recorder';
import type { Sample } from './sample';
import { sourceCode, sourceCodeVocabulary } from './source-code-text';
import { Writer } from './writer';

const SYSTEM = `You are a maintenance agent that works through the issue list of a repository for as long as it takes.`;

/** Steps of the session. */
export const LONG_STEPS = 10_000;

function build(): Session {
  const writer = new Writer(10_000, sourceCodeVocabulary);
  const recorder = new Recorder(
    {
      id: 'long-session',
      name: 'Sample: 10,000 steps',
      note: 'A maintenance agent that worked for days with ContextGuard at a window of 200,000; its compactions are recorded, its state keys are not.',
      agent: 'Maintenance agent (generated)',
      model: 'gpt-5.2-codex',
      limit: 200_000,
      prefix: { system: [{ kind: 'text', text: SYSTEM }], tools: codingTools },
      prefixTokens: 5_400,
      density: 1.42,
      spread: 0.18,
      start: '2026-05-04T00:00:00Z',
      guardWindow: 200_000,
      guardState: false,
      usageRecord: false,
      summary: () => sourceCode.summary(writer),
    },
    writer,
  );
  while (recorder.steps < LONG_STEPS) {
    recorder.user(sourceCode.request(writer));
    recorder.step();
    for (let calls = writer.int(6, 40); calls > 0 && recorder.steps < LONG_STEPS; calls--) {
      recorder.use([codingWork(writer, 60, writer.chance(0.03) ? 2_400 : 190)]);
      recorder.step();
    }
    recorder.say(sourceCode.remark(writer));
  }
  return recorder.finish();
}

/** A session as long as the longest recorded ones. */
export const longSession: Sample = { id: 'long-session', build };
