import { attachPrefix, sessionPart } from '@/lib/db/sessions';
import { maskSecrets } from '@/lib/secrets/mask-secrets';
import { utf8Length } from '@/lib/base/utf8';
import { prefixSchema, type Prefix } from '@/lib/session/schema';
import { countPrefix } from '@/lib/tokens/contextguard';
import {
  compactionListSchema,
  prefixInputSchema,
  prefixTextSchema,
  sessionRecordSchema,
  type AttachedPrefix,
  type PrefixInput,
} from '@/lib/api/contract';
import { readToolDefinitions } from '@/lib/api/tool-definitions';
import { handler, jsonBody, reply, RequestError } from './handler';
import { readHead, requireSession, sessionRecord } from './records';
import { summaryOf } from './summary';

interface SessionPath {
  readonly id: string;
}

/** GET /api/sessions/[id]/prefix: the text of the recorded and of the attached prefix. */
export const getPrefix = handler<SessionPath>(async ({ db, params }) => {
  const row = await requireSession(db, params.id);
  const text = await sessionPart(db, row.id, 'attached');
  const { value } = await maskSecrets({
    recorded: (await readHead(db, row.id)).prefix,
    attached: text && prefixSchema.parse(JSON.parse(text.toString('utf8'))),
  });
  return reply(prefixTextSchema, value);
});

/** PUT /api/sessions/[id]/prefix: what the user says was sent before the entries. */
export const putPrefix = handler<SessionPath>(async ({ db, params, request }) => {
  const prefix = prefixOf(await jsonBody(request, prefixInputSchema));
  const row = await requireSession(db, params.id);
  const measure = measureOf(prefix);
  const attached = { measure: JSON.stringify(measure), text: JSON.stringify(prefix) };
  await attachPrefix(db, row.id, attached, await summaryOf(db, row, measure));
  const changed = await requireSession(db, row.id);
  return reply(sessionRecordSchema, await sessionRecord(db, changed));
});

/** DELETE /api/sessions/[id]/prefix. */
export const deletePrefix = handler<SessionPath>(async ({ db, params }) => {
  const row = await requireSession(db, params.id);
  await attachPrefix(db, row.id, null, await summaryOf(db, row, null));
  const changed = await requireSession(db, row.id);
  return reply(sessionRecordSchema, await sessionRecord(db, changed));
});

/** GET /api/sessions/[id]/compactions: the recorded ones with their summaries. */
export const getCompactions = handler<SessionPath>(async ({ db, params }) => {
  const row = await requireSession(db, params.id);
  const { compactions } = await readHead(db, row.id);
  return reply(compactionListSchema, (await maskSecrets({ compactions })).value);
});

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
    const message = 'Neither a system prompt nor tool definitions are given.';
    throw new RequestError({ code: 'bad-request', message });
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
