import { csvRecord } from '@/lib/engine/base/csv';
import { factsJson } from '@/lib/answers/model/ask';
import type { AnyQuestion, Answer } from '@/lib/answers/model/question';
import { answerMarkdown } from '@/lib/answers/print/markdown';
import { answerText } from '@/lib/answers/print/text';
import { PRODUCER } from '@/lib/engine/replay/engine';
import type { CliIo } from '../cli-io';
import { UsageError } from '../exit-code';

/** The form that an answer is printed in; text where none is asked for. */
export interface FormOptions {
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly markdown?: boolean;
}

/** @throws UsageError where more than one form is asked for. */
export function requireOneForm({ json, csv }: FormOptions): void {
  if (json === true && csv === true) throw new UsageError('Choose one of --json and --csv.');
}

/** Prints the one answer to a question about lanes or a corpus; `head` stands before the facts of its JSON. */
export function printAnswer(
  question: Pick<AnyQuestion, 'output' | 'csv'>,
  answer: Answer,
  { head, ...form }: FormOptions & { readonly head: Readonly<Record<string, unknown>> },
  io: CliIo,
): void {
  if (form.json === true) {
    const told = { producer: PRODUCER, ...head, ...factsJson(question, answer) };
    return io.out(`${JSON.stringify(told)}\n`);
  }
  if (form.csv === true && question.csv !== undefined) {
    for (const record of question.csv(answer.facts)) io.out(csvRecord(record));
    return;
  }
  const print = form.markdown === true ? answerMarkdown : answerText;
  io.out(`${print(answer.blocks)}Computed by ${PRODUCER}.\n`);
}
