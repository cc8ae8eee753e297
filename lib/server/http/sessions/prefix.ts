import { attachPrefix } from '@/lib/server/db/sessions/sessions';
import { maskSecrets } from '@/lib/readers/secrets/mask-secrets';
import { utf8Length } from '@/lib/engine/base/utf8';
import type { Prefix } from '@/lib/engine/session/schema';
import { countPrefix } from '@/lib/engine/tokens/contextguard';
import {
  prefixInputSchema,
  prefixTextSchema,
  sessionRecordSchema,
  type AttachedPrefix,
  type PrefixInput,
} from '@/lib/api/contract/contract';
import { readToolDefinitions } from '@/lib/api/tool-definitions';
import { badRequest, handler, jsonBody, reply, RequestError, type IdPath } from '../handler';
import { attachedPrefix, readHead, requireSession, sessionRecord } from '../records';
import { summaryOf } from './own-profile';

export const getPrefix = handler<IdPath>(
  {
    at: 'GET /api/sessions/{id}/prefix',
    about: 'The text of the recorded and of the attached prefix.',
    answer: prefixTextSchema,
  },
  async ({ db, params }) => {
    const row = await requireSession(db, params.id);
    const { value } = await maskSecrets({
      recorded: (await readHead(db, row.id)).prefix,
      attached: await attachedPrefix(db, row.id),
    });
    return reply(prefixTextSchema, value);
  },
);

export const putPrefix = handler<IdPath>(
  {
    at: 'PUT /api/sessions/{id}/prefix',
    about: 'Attaches the user’s prefix.',
    body: prefixInputSchema,
    answer: sessionRecordSchema,
  },
  async ({ db, params, request }) => {
    const prefix = prefixOf(await jsonBody(request, prefixInputSchema));
    const row = await requireSession(db, params.id);
    const measure = measureOf(prefix);
    const attached = { measure: JSON.stringify(measure), text: JSON.stringify(prefix) };
    await attachPrefix(db, row.id, attached, await summaryOf(db, row, measure));
    const changed = await requireSession(db, row.id);
    return reply(sessionRecordSchema, await sessionRecord(db, changed));
  },
);

export const deletePrefix = handler<IdPath>(
  {
    at: 'DELETE /api/sessions/{id}/prefix',
    about: 'Takes the user’s prefix off again.',
    answer: sessionRecordSchema,
  },
  async ({ db, params }) => {
    const row = await requireSession(db, params.id);
    await attachPrefix(db, row.id, null, await summaryOf(db, row, null));
    const changed = await requireSession(db, row.id);
    return reply(sessionRecordSchema, await sessionRecord(db, changed));
  },
);

function prefixOf({ system, tools }: PrefixInput): Prefix {
  const read = tools === null ? null : readToolDefinitions(tools);
  if (read && !read.ok) {
    const { message, at } = read.error;
    throw new RequestError({
      code: 'bad-request',
      message,
      hint: 'Paste the definitions as genai, OpenAI, Anthropic or MCP write them.',
      at: `tools${at.slice(1)}`,
    });
  }
  const text = system === null || system === '' ? null : system;
  if (text === null && read === null) {
    throw badRequest('Neither a system prompt nor tool definitions are given.');
  }
  return { system: text === null ? null : [{ kind: 'text', text }], tools: read?.value ?? null };
}

function measureOf(prefix: Prefix): AttachedPrefix {
  const { system, tools } = countPrefix(prefix);
  const text = prefix.system?.[0];
  const bytes = text?.kind === 'text' ? utf8Length(text.text) : 0;
  return {
    system: system === null ? null : { tokens: system, bytes },
    tools: tools === null ? null : { tokens: tools, tools: prefix.tools?.length ?? 0 },
    attachedAt: Date.now(),
  };
}
