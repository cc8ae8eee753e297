import { Option, type Command } from 'commander';
import { compareAxes } from '@/lib/analysis/compare/axis';
import { inputFields, kebabCase, type InputField } from '@/lib/answers/model/fields';
import type { AnyQuestion } from '@/lib/answers/model/question';
import { encodings } from '@/lib/engine/tokens/text/text-estimators';
import type { CliIo } from '../cli-io';
import type { ExitCode } from '../exit-code';
import { collectPrice, collectSetting, parseDay, parseStep } from '../parse-settings';
import { collectRange, parseLimit } from './parse-range';
import type { QuestionOptions } from './ask-sessions';

/** `--sizes`: its table becomes known, and is the one of the settings where the question has some. */
export const sizesOption = (): Option =>
  new Option('--sizes <table>', 'table of sizes: an id, or a file written by "tables sizes"');

/** Fields that a command line writes in a way of its own. */
const written: Readonly<Record<string, (about: string) => Option>> = {
  step: (about) => new Option('--step <n>', about).argParser(parseStep),
  at: (about) =>
    new Option('--at <day>', about).argParser((text) => parseDay(text).toISOString().slice(0, 10)),
  prices: (about) =>
    new Option('--price <name=dollars>', `${about}; model:name=dollars for one; may be repeated`)
      .argParser(collectPrice)
      .default({}, 'the price list'),
  axis: (about) => new Option('--by <axis>', about).choices(compareAxes),
  sizes: () => sizesOption(),
  policy: (about) => new Option('--policy <id[@preset]>', about),
  policies: (about) =>
    new Option('--policy <id[@preset]>', `${about}; may be repeated`).argParser(
      (id: string, before: readonly string[] = []) => [...before, id],
    ),
  settings: (about) =>
    new Option('--set <key=value>', `${about}; may be repeated`)
      .argParser(collectSetting)
      .default({}, 'the policy’s defaults'),
  vary: (about) =>
    new Option('--vary <setting=from:to:step>', `${about}; may be repeated`)
      .argParser(collectRange)
      .default([], 'none; tune: window, and the next setting with a slider'),
  limit: (about) => new Option('--limit <tokens>', about).argParser(parseLimit),
  encoding: (about) => new Option('--encoding <name>', about).choices(encodings),
};

function optionOf({ key, about, type, values }: InputField): Option {
  const own = written[key];
  if (own !== undefined) return own(about);
  const value =
    type === 'boolean' ? '' : type === 'integer' || type === 'number' ? ' <n>' : ' <value>';
  const option = new Option(`--${kebabCase(key)}${value}`, about);
  if (values !== null) return option.choices(values);
  return value === ' <n>' ? option.argParser(Number) : option;
}

/** What a command is made of. */
type CommandQuestion = Pick<AnyQuestion, 'about' | 'input' | 'sheet' | 'csv' | 'ndjson'>;

/** Adds what a question says of itself, its own fields, and the forms that it is printed in. */
export function addFields(command: Command, question: CommandQuestion): Command {
  command.description(question.about).option('--markdown', 'print Markdown');
  if (question.sheet !== undefined) {
    command.option('--csv', 'print CSV; what it says goes to stderr');
  }
  if (question.csv !== undefined) command.option('--csv', 'print CSV');
  if (question.ndjson !== undefined) command.option('--ndjson', 'print lines of JSON');
  for (const field of inputFields(question.input)) {
    if (!field.isFile) command.addOption(optionOf(field));
  }
  return command;
}

/** Makes a command of a question about a session. */
export function addQuestion(
  command: Command,
  question: AnyQuestion,
  io: CliIo,
  end: (code: ExitCode) => void,
): Command {
  addFields(command, question);
  if (question.needs?.includes('other') === true) {
    command.option(
      '--against <file>',
      'the session whose names are taken off, the chance level, or none; default: the longest other one',
    );
  }
  return command.action(async (files: readonly string[], given: QuestionOptions) => {
    const { questionCommand } = await import('./ask-sessions');
    end(await questionCommand(question, files, given, io));
  });
}
