import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod';
import { csvRecord } from '@/lib/engine/base/csv';
import { askInSlices, factsJson } from '@/lib/answers/model/ask';
import { QuestionError, type Question } from '@/lib/answers/model/question';
import { answerMarkdown } from '@/lib/answers/print/markdown';
import { answerText } from '@/lib/answers/print/text';
import { BLOCKS_TYPE } from '@/lib/api/contract/answers-contract';
import { maskSecrets } from '@/lib/readers/secrets/mask-secrets';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { badRequest, jsonText, textAnswer } from '../handler';

/** Who closes a request gets no answer; nginx counts such requests by this number. */
export const CLOSED = 499;

/**
 * Asks in slices and answers as the request accepts: text, Markdown, CSV, blocks, or JSON by `schema`, with `also`
 * beside the facts. Secrets are masked in each. @throws RequestError for an input that the subject does not have.
 */
export async function answerRequest<S>(
  question: Question<z.ZodObject, z.ZodObject, z.input<z.ZodObject>, S>,
  { subject, input }: { readonly subject: S; readonly input: Readonly<Record<string, unknown>> },
  { headers, signal }: Request,
  { schema, also }: { readonly schema: z.ZodObject; readonly also: () => object },
): Promise<Response> {
  const told = await askInSlices(
    question,
    { subject, input },
    async () => void (await setImmediate()),
    signal,
  ).catch((error: unknown) => {
    throw error instanceof QuestionError ? badRequest(error.message, error.at) : error;
  });
  if (told === null) return new Response(null, { status: CLOSED });
  const kind = headers.get('accept') ?? '';
  const { blocks } = told;
  const words = async () => (await maskSecrets(blocks)).value;
  if (kind.startsWith('text/plain')) return textAnswer(answerText(await words()), 'text/plain');
  if (kind.startsWith('text/markdown')) {
    return textAnswer(answerMarkdown(await words()), 'text/markdown');
  }
  if (kind.startsWith(BLOCKS_TYPE)) {
    return jsonText(JSON.stringify({ producer: PRODUCER, blocks: await words() }));
  }
  if (kind.startsWith('text/csv') && question.csv !== undefined) {
    const records = (await maskSecrets([...question.csv(told.facts)])).value;
    return textAnswer(records.map((record) => csvRecord(record)).join(''), 'text/csv');
  }
  const facts = (await maskSecrets(factsJson(question, told))).value;
  return jsonText(JSON.stringify(schema.parse({ ...facts, producer: PRODUCER, ...also() })));
}
