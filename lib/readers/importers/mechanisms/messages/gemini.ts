/**
 * Requests of Gemini's generateContent, in the form of the API or of the SDKs' logs.
 * https://ai.google.dev/api/generate-content
 */
import type { Message } from '../calls/recorded-call';
import { asObject, asText, field, readContent, readInstruction, readTools } from '../genai';
import { plain } from './json-text';

/** Reads a request: `contents`, and beside it or in `config` the system instruction and tools. */
export function readGeminiRequest(request: unknown) {
  const body = asObject(plain(request)) ?? {};
  const config = asObject(field(body, 'config')) ?? {};
  const instruction = field(body, 'systemInstruction') ?? field(config, 'systemInstruction');
  const tools = field(body, 'tools') ?? field(config, 'tools');
  return {
    /** Null if the request has none. */
    system: instruction === undefined ? null : readInstruction(instruction),
    /** Null if the request has no list of tools. */
    tools: Array.isArray(tools) ? readTools(tools) : null,
    messages: readGeminiContents(field(body, 'contents')),
    model: asText(field(body, 'model')),
  };
}

/** Contents as messages: a list of contents, one content, or a text. */
export function readGeminiContents(contents: unknown): readonly Message[] {
  const value = plain(contents ?? null);
  const list = Array.isArray(value) ? (value as readonly (typeof value)[]) : [value];
  return list.flatMap((item): Message[] => {
    if (typeof item === 'string') return [{ role: 'user', parts: [{ kind: 'text', text: item }] }];
    const content = readContent(item, 'user');
    return content === null || content.parts.length === 0 ? [] : [content];
  });
}
