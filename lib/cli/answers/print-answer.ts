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
  readonly ndjson?: boolean;
  readonly markdown?: boolean;
}

/** @throws UsageError where more than one form is asked for. */
export function requireOneForm({ ndjson }: Pick<AnyQuestion, 'ndjson'>, given: FormOptions): void {
  const forms = [given.json, given.csv, given.ndjson].filter((form) => form === true);
  if (forms.length < 2) return;
  throw new UsageError(
    `Choose one of --json${ndjson === undefined ? ' and --csv' : ', --csv and --ndjson'}.`,
  );
}

/** Prints the one answer to a question about lanes or a corpus; `head` stands before the facts of its JSON. */
export function printAnswer(
  question: Pick<AnyQuestion, 'output' | 'csv' | 'ndjson'>,
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
  if (form.ndjson === true && question.ndjson !== undefined) {
    for (const line of question.ndjson(answer.facts)) io.out(`${JSON.stringify(line)}\n`);
    return;
  }
  const print = form.markdown === true ? answerMarkdown : answerText;
  // A table stands between blank lines.
  const apart = answer.blocks.at(-1)?.kind === 'table' ? '\n' : '';
  io.out(`${print(answer.blocks)}${apart}Computed by ${PRODUCER}.\n`);
}
