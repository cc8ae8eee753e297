import {
  Recorder,
  type RecorderOptions,
  type ToolUse,
} from '@/lib/readers/scenarios/incident/recorder';
import type { Sample } from '@/lib/readers/scenarios/incident/sample';
import { sourceCode, sourceCodeVocabulary } from './source-code-text';
import { tool } from './tool-definitions';
import { Writer } from '@/lib/readers/scenarios/incident/writer';

const codingTools = [
  tool('read_file', 'Return a file of the repository.', { path: ['string', 'Path from the root'] }),
  tool('grep', 'Search the repository.', { pattern: ['string', 'Regular expression'] }),
  tool('run_tests', 'Run the tests of a folder.', { path: ['string', 'Folder or file'] }),
];

/** A coding agent's recording under construction. */
export interface CodingRun {
  readonly recorder: Recorder;
  readonly writer: Writer;
}

/** Sample of a coding agent with this system prompt; `record` acts as the agent. */
export function codingSample(
  seed: number,
  system: string,
  options: Omit<RecorderOptions, 'prefix' | 'summary'>,
  record: (run: CodingRun) => void,
): Sample {
  const build: Sample['build'] = () => {
    const writer = new Writer(seed, sourceCodeVocabulary);
    const prefix = { system: [{ kind: 'text' as const, text: system }], tools: codingTools };
    const summary = (): string => sourceCode.summary(writer);
    const recorder = new Recorder({ ...options, prefix, summary }, writer);
    record({ recorder, writer });
    return recorder.finish();
  };
  return { id: options.id, build };
}

/** One turn: a request, `least` to `most` calls while `goesOn` is true, and an answer. */
export function codingTurn(
  { recorder, writer }: CodingRun,
  [least, most]: readonly [number, number],
  use: () => void,
  goesOn: () => boolean = () => true,
): void {
  recorder.user(sourceCode.request(writer));
  recorder.step();
  for (let calls = writer.int(least, most); calls > 0 && goesOn(); calls--) {
    use();
    recorder.step();
  }
  recorder.say(sourceCode.remark(writer));
}

/** With this probability the agent's remark on a call. */
export const remarkOf = ({ writer }: CodingRun, chance: number): string =>
  writer.chance(chance) ? sourceCode.remark(writer) : '';

/** One tool call with a result of `low` to `high` bytes. */
export function codingWork(writer: Writer, low: number, high: number): ToolUse {
  const path = writer.line('{file}');
  const bytes = writer.int(low, high);
  return writer.pick<() => ToolUse>([
    () => ({ name: 'read_file', args: { path }, result: sourceCode.file(writer, bytes) }),
    () => ({
      name: 'grep',
      args: { pattern: writer.line('{verb}{Noun}') },
      result: sourceCode.matches(writer, bytes),
    }),
    () => ({ name: 'run_tests', args: { path }, result: sourceCode.tests(writer, bytes) }),
  ])();
}
