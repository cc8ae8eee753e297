import type { Command } from 'commander';
import type { CorpusQuestion } from '@/lib/answers/model/corpus';
import { fileField, kebabCase } from '@/lib/answers/model/fields';
import type { CliIo } from '../cli-io';
import type { ExitCode } from '../exit-code';
import type { CorpusOptions } from './ask-corpus';
import { addFields, sizesOption } from './question-command';

/** Makes a command of a question about a corpus. */
export function addCorpusQuestion(
  command: Command,
  question: CorpusQuestion,
  io: CliIo,
  end: (code: ExitCode) => void,
): Command {
  const hasLibrary = question.needs?.includes('counts') === true;
  const field = fileField(question);
  // A file that need not be named is an option.
  const own = field?.isNeeded === true ? field : undefined;
  if (own !== undefined) command.argument('<yaml>', own.about);
  else if (field !== undefined) {
    command.option(`--${kebabCase(field.key)} <yaml>`, field.about);
  }
  command.argument(hasLibrary ? '[files...]' : '<files...>', 'traces, folders or archives');
  if (hasLibrary) {
    command.option('--library', 'count the recorded sessions of the library instead');
  } else if (!('sizes' in question.input.shape)) {
    command.addOption(sizesOption());
  }
  command.option('--json', 'print JSON');
  if (question.cases !== undefined) {
    command.option('--junit <file>', 'write a JUnit report as well');
  }
  if (question.record !== undefined) command.option('--record <file>', question.record.about);
  return addFields(command, question).action(async (...given: unknown[]) => {
    const options = given[own === undefined ? 1 : 2] as CorpusOptions & Record<string, unknown>;
    const file = options[field?.key ?? ''];
    const named =
      own === undefined
        ? { files: given[0] as string[], ...(typeof file === 'string' ? { own: file } : {}) }
        : { own: given[0] as string, files: given[1] as string[] };
    const { corpusCommand } = await import('./ask-corpus');
    end(await corpusCommand(question, named, options, io));
  });
}
