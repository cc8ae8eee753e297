import { Option, type Command } from 'commander';
import { parseLane, type LaneText } from '@/lib/analysis/compare/lane-text';
import type { LanesQuestion } from '@/lib/answers/model/lanes';
import type { CliIo } from '../cli-io';
import { UsageError, type ExitCode } from '../exit-code';
import type { LanesOptions } from './ask-lanes';
import { addFields } from './question-command';

/** Collects every `--lane`. @throws UsageError */
function collectLane(text: string, before: readonly LaneText[]): readonly LaneText[] {
  const parsed = parseLane(text);
  if (!parsed.ok) throw new UsageError(`--lane: ${parsed.error}.`);
  return [...before, parsed.value];
}

/** The number of `--baseline`. @throws UsageError */
function parseBaseline(text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new UsageError(`--baseline wants the number of a lane, from 1, not "${text}".`);
}

const noLanes: readonly LaneText[] = [];

/** Makes a command of a question about lanes. */
export function addLanesQuestion(
  command: Command,
  question: LanesQuestion,
  io: CliIo,
  end: (code: ExitCode) => void,
): Command {
  command
    .argument('<files...>', 'traces of any supported format')
    .addOption(
      new Option(
        '--lane <[session:]policy[@preset][:key=value,…]>',
        'a lane, of one session or of every one; may be repeated',
      )
        .argParser(collectLane)
        .default(noLanes, 'each session as it ran'),
    )
    .addOption(
      new Option('--baseline <n>', 'number of the lane that the others are compared with')
        .argParser(parseBaseline)
        .default(1),
    )
    .option('--json', 'print JSON');
  return addFields(command, question).action(async (files: string[], given: LanesOptions) => {
    const { lanesCommand } = await import('./ask-lanes');
    end(await lanesCommand(question, files, given, io));
  });
}
