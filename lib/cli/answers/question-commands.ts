/** The commands that are made of questions; a command of another kind starts without them. */
import { Option, type Command } from 'commander';
import { corpusQuestions, lanesQuestions, questions } from '@/lib/answers/registry';
import { CALL, exits } from '../call';
import type { CliIo } from '../cli-io';
import type { ExitCode } from '../exit-code';
import { corpusHelp, lanesHelp, questionHelp } from '../help';
import type { McpOptions } from '../mcp/mcp-command';
import { parseTokens } from '../parse-settings';
import { addCorpusQuestion } from './corpus-command';
import { addLanesQuestion } from './lanes-command';
import { addQuestion } from './question-command';

type End = (code: ExitCode) => void;

/** Adds the questions about sessions and lanes; `onTrace` adds what every command on a trace has. */
export function addSessionQuestions(
  program: Command,
  io: CliIo,
  end: End,
  onTrace: (command: Command, file: '<files...>') => Command,
): void {
  for (const question of questions) {
    addQuestion(onTrace(program.command(question.id), '<files...>'), question, io, end)
      .addOption(
        new Option(
          '--prefix <tokens>',
          'heuristic tokens of system prompt and tools; default: the session’s own',
        ).argParser(parseTokens),
      )
      .addHelpText('after', questionHelp(question.id));
  }
  for (const question of lanesQuestions) {
    addLanesQuestion(program.command(question.id), question, io, end).addHelpText(
      'after',
      lanesHelp(question.id),
    );
  }
}

/** Adds the questions about many sessions. */
export function addCorpusQuestions(program: Command, io: CliIo, end: End): void {
  for (const question of corpusQuestions) {
    addCorpusQuestion(program.command(question.id), question, io, end).addHelpText(
      'after',
      corpusHelp(question.id),
    );
  }
}

const toolNames = [...questions, ...lanesQuestions, ...corpusQuestions].map(
  ({ id, tool }) => tool ?? id,
);

const mcpHelp = `
Examples:
  claude mcp add highwater -- highwater mcp --root ~/.claude/projects
  ${CALL} mcp --root traces/ ~/.codex/sessions

Tools: list_sessions, list_policies, ${toolNames.join(', ')}.
They read files below the roots, write nothing and ask no network. Without --texts
no text of a recording is in an answer: sessions are named by number; with it, secrets are masked.
${exits}`;

/** Adds `mcp`, whose tools are the questions. */
export function addMcpCommand(program: Command, io: CliIo, end: End): void {
  program
    .command('mcp')
    .description('Answer a coding agent on stdin and stdout: the Model Context Protocol.')
    .option('--root <folders...>', 'folders whose recordings may be read; default: this one')
    .option('--texts', 'say names from recordings too; default: numbers only')
    .addHelpText('after', mcpHelp)
    .action(async (options: McpOptions) => {
      const { mcpCommand } = await import('../mcp/mcp-command');
      end(await mcpCommand(options, io));
    });
}
