import type { Session } from '@/lib/session/schema';
import { codingTools, codingWork } from './coding-work';
import { Recorder } from './recorder';
import type { Sample } from './sample';
import { sourceCode, sourceCodeVocabulary } from './source-code-text';
import { Writer } from './writer';

const SYSTEM = `You are a migration agent. You may read the whole repository: the window holds a million tokens. Plan first, then move one module at a time and run its tests.`;

function build(): Session {
  const writer = new Writer(1_000_000, sourceCodeVocabulary);
  const recorder = new Recorder(
    {
      id: 'million-window',
      name: 'Sample: a window of one million tokens',
      note: 'ContextGuard keeps 20,000 tokens free at every window from 200,000 on: here 2 %. The recorded agent stopped before it would have fired.',
      agent: 'Migration agent (generated)',
      model: 'claude-opus-4-8',
      limit: 1_000_000,
      prefix: { system: [{ kind: 'text', text: SYSTEM }], tools: codingTools },
      prefixTokens: 830,
      density: 2.24,
      spread: 0.14,
      start: '2026-04-02T07:20:00Z',
    },
    writer,
  );
  while (recorder.real < 962_000) {
    recorder.user(sourceCode.request(writer));
    recorder.step();
    for (let calls = writer.int(4, 12); calls > 0 && recorder.real < 962_000; calls--) {
      const uses = [codingWork(writer, 3_000, 24_000)];
      if (writer.chance(0.2)) uses.push(codingWork(writer, 2_000, 12_000));
      recorder.use(uses, writer.chance(0.4) ? sourceCode.remark(writer) : '');
      recorder.step();
    }
    recorder.say(sourceCode.remark(writer));
  }
  return recorder.finish();
}

/** A session that fills most of a window of 1,000,000. */
export const millionWindow: Sample = { id: 'million-window', build };
