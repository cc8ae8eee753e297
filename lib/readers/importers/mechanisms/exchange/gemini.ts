/**
 * Calls of Gemini's generateContent and streamGenerateContent.
 * https://ai.google.dev/api/generate-content
 */
import { fieldsOf, listOf, textOf } from '../loose-json';
import { readGeminiContents, readGeminiRequest } from '../messages/gemini';
import type { Exchange } from './exchange';
import { repeated, usageOf, type CallFields } from './recorded';
import { joinGeminiChunks } from './streams';

/** Reads a generateContent exchange, streamed or not. */
export function readGemini({ request, response, url }: Exchange): CallFields {
  const { system, tools, messages, model } = readGeminiRequest(request);
  const whole = fieldsOf(response.fields?.['response']) ?? response.fields;
  const body = whole ?? joinGeminiChunks(response.events);
  const candidate = fieldsOf(listOf(body['candidates'])[0]);
  const content = fieldsOf(candidate?.['content']);
  const output = content === null ? [] : readGeminiContents({ role: 'model', ...content });
  return {
    system: system ?? [],
    tools: tools ?? [],
    messages,
    output: repeated(output, messages),
    usage: usageOf(body['usageMetadata'] ?? body['usage_metadata']),
    family: 'gemini',
    id: textOf(body['responseId']),
    model: textOf(body['modelVersion']) ?? shortName(model) ?? modelIn(url),
    lengthStop: candidate?.['finishReason'] === 'MAX_TOKENS',
  };
}

/** `models/gemini-2.5-pro` and `publishers/google/models/…` without the path. */
const shortName = (model: string | null): string | null => model?.split('/').at(-1) ?? null;

const modelIn = (url: string | null): string | null =>
  /\/models\/([^/:?]+):/.exec(url ?? '')?.[1] ?? null;
