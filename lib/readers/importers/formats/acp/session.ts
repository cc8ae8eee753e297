/** https://agentclientprotocol.com/protocol/v1/schema: the updates of one session as a log of messages. */
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Json, Part } from '@/lib/engine/session/schema';
import {
  countOf,
  fieldsOf,
  listOf,
  textOf,
  type At,
  type Fields,
} from '../../mechanisms/loose-json';
import { callPart, readBlocks, responseParts } from '../../mechanisms/messages/blocks';
import { MessageLog } from '../../mechanisms/messages/message-log';
import { otelUsage } from '../../mechanisms/spans/attributes';

interface OpenMessage {
  readonly role: 'user' | 'model';
  readonly at: At;
  readonly time: string | null;
  readonly parts: Part[];
}

/** One session: chunks are joined to messages, calls wait for their results. */
export class AcpSession extends MessageLog {
  #open: OpenMessage | null = null;
  /** Results that the next request holds, in order of their calls. */
  #results: Part[] = [];
  readonly #called = new Map<string, string>();
  readonly #done = new Set<string>();
  /** Tokens in the context as the agent last told them. */
  #used: number | null = null;
  #summary: Part[] = [];
  #awaitsSize = false;
  /** The answer of a turn of one call waits for the counts of the turn. */
  #turn = 0;
  #usage: Json = null;

  /** Takes the user's prompt. */
  prompt(blocks: unknown, at: At, time: string | null): boolean {
    this.#flush();
    this.#turn = 0;
    return this.turn({ role: 'user', parts: readBlocks(blocks, this.names) }, { at, time });
  }

  /** Takes an update; null, or the receipt's reason for one that is part of another record's message. */
  update(update: Fields, at: At, time: string | null): string | null {
    switch (update['sessionUpdate']) {
      case 'user_message_chunk':
        return this.#chunk('user', readBlocks(update['content'], this.names), at, time);
      case 'agent_message_chunk':
        return this.#chunk('model', readBlocks(update['content'], this.names), at, time);
      case 'agent_thought_chunk': {
        const parts = readBlocks(update['content'], this.names).flatMap((part): Part[] =>
          part.kind === 'text' ? [{ kind: 'thought', text: part.text }] : [],
        );
        return this.#chunk('model', parts, at, time);
      }
      case 'tool_call':
      case 'tool_call_update':
        return this.#tool(update, at, time);
      case 'usage_update':
        return this.#size(update);
      case 'compaction_update':
        return this.#compacted(update, time);
      case 'compaction_summary_chunk':
        this.#summary.push(...readBlocks(update['content'], this.names));
        return 'part of a compaction';
      default:
        return `not part of a request: ${String(update['sessionUpdate']).slice(0, 60)}`;
    }
  }

  /** The end of a turn: its counts are those of its only call, else of several together. */
  turnEnded(result: Fields, at: At): void {
    const usage = fieldsOf(result['usage']);
    const single = this.#turn === 0 && this.#open?.role === 'model' && this.#results.length === 0;
    if (usage !== null && single) {
      this.#usage = otelUsage({
        input: usage['inputTokens'],
        output: usage['outputTokens'],
        total: usage['totalTokens'],
        read: usage['cachedReadTokens'],
        write: usage['cachedWriteTokens'],
      });
    } else if (usage !== null) this.notice('usage-summed', SUMMED, at);
    this.#flush();
  }

  close(): SessionDraft | null {
    this.#flush();
    return this.end();
  }

  #chunk(
    role: 'user' | 'model',
    parts: readonly Part[],
    at: At,
    time: string | null,
  ): string | null {
    if (role === 'model' && this.#results.length > 0) this.#flush();
    if (this.#open?.role !== role) {
      this.#flush();
      this.#open = { role, at, time, parts: [...parts] };
      return null;
    }
    for (const part of parts) join(this.#open.parts, part);
    return 'a further piece of a message';
  }

  #tool(update: Fields, at: At, time: string | null): string | null {
    const callId = textOf(update['toolCallId']) ?? String(at);
    const known = this.#called.has(callId);
    if (!known) {
      const name =
        textOf(fieldsOf(update['_meta'])?.['toolName']) ??
        textOf(update['title']) ??
        textOf(update['kind']) ??
        'tool';
      this.#called.set(callId, name);
      this.#chunk(
        'model',
        [callPart({ id: callId, name, args: update['rawInput'] ?? {} }, this.names)],
        at,
        time,
      );
    }
    const ended = update['status'] === 'completed' || update['status'] === 'failed';
    if (ended && !this.#done.has(callId)) {
      this.#done.add(callId);
      const content = update['rawOutput'] ?? contentOf(update['content']);
      this.#results.push(
        ...responseParts(
          { id: callId, name: this.#called.get(callId) ?? null, content },
          this.names,
        ),
      );
    }
    return known ? 'state of a call' : null;
  }

  #size(update: Fields): string {
    const used = countOf(update['used']);
    const size = countOf(update['size']) ?? countOf(update['contextLimit']);
    if (size !== null && size > 0) this.limit({ tokens: size, source: 'recording' });
    if (used !== null && this.#awaitsSize) this.amendCompaction({ postTokens: used });
    this.#awaitsSize &&= used === null;
    this.#used = used ?? this.#used;
    return 'how full the context is';
  }

  #compacted(update: Fields, time: string | null): string {
    if (update['status'] === 'failed') {
      this.compactionFailed({ reason: textOf(update['error']), preTokens: this.#used, time });
    } else if (update['status'] === 'completed') {
      this.#flush();
      const told = readBlocks(update['summary'], this.names);
      const summary = told.length > 0 ? told : this.#summary;
      this.compaction({ kind: 'summary', summary, preTokens: this.#used, time });
      this.#awaitsSize = true;
      this.#summary = [];
    }
    return 'part of a compaction';
  }

  #flush(): void {
    const open = this.#open;
    this.#open = null;
    if (open !== null) {
      const { role, parts, at, time } = open;
      if (role === 'user') this.turn({ role, parts }, { at, time });
      else {
        this.#turn++;
        this.call({ role, parts }, { at, time, model: null, usage: this.#usage, family: 'otel' });
        this.#usage = null;
      }
      const results = this.#results;
      this.#results = [];
      this.turn({ role: 'user', parts: results }, { at, time });
    }
  }
}

/** Appends a piece; texts of one kind that follow each other are one. */
function join(parts: Part[], part: Part): void {
  const last = parts.at(-1);
  const same = last?.kind === part.kind && (part.kind === 'text' || part.kind === 'thought');
  if (same && 'text' in last && 'text' in part)
    parts[parts.length - 1] = { ...last, text: last.text + part.text };
  else parts.push(part);
}

/** What a call's contents hold: texts, and the new text of a file. */
function contentOf(contents: unknown): unknown {
  return listOf(contents).map((item) => {
    const fields = fieldsOf(item) ?? {};
    return fields['type'] === 'content'
      ? fields['content']
      : { type: 'text', text: textOf(fields['newText']) ?? '' };
  });
}

const SUMMED = 'The counts of a turn are of all its calls together; they stand for none of them.';
