import type { Json } from '@/lib/session/schema';
import { asList, asObject, asText, type JsonObject } from '../genai';

/** How Gemini CLI's own first message begins, which every saved history starts with. */
const SETUP = /^\s*(This is the Gemini CLI\b|<session_context>)/;

/** The contents of a `/chat save` file: a list, or since authentication is saved too an object. */
export function checkpointContents(document: Json | undefined): readonly Json[] {
  return Array.isArray(document)
    ? (document as readonly Json[])
    : asList(asObject(document)?.['history']);
}

/** True for a saved history: contents that begin with Gemini CLI's setup, or name the authentication. */
export function isCheckpoint(document: Json | undefined): boolean {
  const [first] = checkpointContents(document);
  const content = asObject(first);
  if (content?.['role'] !== 'user' || !Array.isArray(content['parts'])) return false;
  if (!Array.isArray(document)) return asText(asObject(document)?.['authType']) !== null;
  const part: JsonObject | null = asObject(asList(content['parts'])[0]);
  return SETUP.test((asText(part?.['text']) ?? '').slice(0, 200));
}
