import type { Session } from '@/lib/session/schema';
import { codingTools, codingWork } from './coding-work';
import { Recorder } from './recorder';
import type { Sample } from './sample';
import { sourceCode, sourceCodeVocabulary } from './source-code-text';
import { Writer } from './writer';

const SYSTEM = `You are a coding agent behind a local model server. Work in small steps and keep the tests green.`;

function build(): Session {
  const writer = new Writer(131_072, sourceCodeVocabulary);
  const recorder = new Recorder(
    {
      id: 'no-usage',
      name: 'Sample: no usage reported',
      note: 'The model server reports no usage at any step: the default factor alone decides, and nobody can tell from this recording whether it was right.',
      agent: 'Coding agent on a local server (generated)',
      model: 'local/coder-30b',
      limit: 131_072,
      prefix: { system: [{ kind: 'text', text: SYSTEM }], tools: codingTools },
      prefixTokens: 700,
      density: 1.3,
      spread: 0.1,
      start: '2026-03-09T09:00:00Z',
      usage: false,
    },
    writer,
  );
  while (recorder.heuristic < 60_000) {
    recorder.user(sourceCode.request(writer));
    recorder.step();
    for (let calls = writer.int(2, 8); calls > 0; calls--) {
      recorder.use(
        [codingWork(writer, 900, 6_500)],
        writer.chance(0.5) ? sourceCode.remark(writer) : '',
      );
      recorder.step();
    }
    recorder.say(sourceCode.remark(writer));
  }
  return recorder.finish();
}

/** A provider that never says how many tokens it read. */
export const noUsage: Sample = { id: 'no-usage', build };
