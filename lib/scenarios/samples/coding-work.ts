import type { ToolUse } from './recorder';
import { sourceCode } from './source-code-text';
import { tool } from './tool-definitions';
import type { Writer } from './writer';

/** Tools of the coding agents among the samples. */
export const codingTools = [
  tool('read_file', 'Return a file of the repository.', { path: ['string', 'Path from the root'] }),
  tool('grep', 'Search the repository.', { pattern: ['string', 'Regular expression'] }),
  tool('run_tests', 'Run the tests of a folder.', { path: ['string', 'Folder or file'] }),
];

/** One tool call of a coding agent whose result takes `low` to `high` bytes. */
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
