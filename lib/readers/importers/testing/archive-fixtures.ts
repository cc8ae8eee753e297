import type { Json } from '@/lib/engine/session/schema';
import { fixtureText } from './fixture-files';
import { fork, parent } from '../formats/codex/testing/forked-rollouts';

/** JSON files of an archive or a folder, by their path inside; of a JSONL file the list of lines. */
export type Members = Readonly<Record<string, Json>>;

/** An archive that one importer reads as a whole. */
export interface ArchiveFixture {
  /** Id of the importer. */
  readonly format: string;
  readonly file: string;
  readonly members: Members;
}

interface InspectLog {
  readonly samples: readonly Readonly<Record<string, Json>>[];
}
interface OpencodeExport {
  readonly info: Json;
  readonly messages: readonly { readonly info: { readonly id: string }; readonly parts: Json[] }[];
}

const json = (path: string): unknown => JSON.parse(fixtureText(path));
const lines = (path: string): readonly Json[] =>
  fixtureText(path)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);

const numbered = (values: readonly Json[], name: (i: number) => string): [string, Json][] =>
  values.map((value, i) => [name(i), value]);
const padded = (i: number, digits: number): string => String(i).padStart(digits, '0');

/** OpenCode's own folder: a file for the session, each message and each part. */
export function opencodeStorage(): Members {
  const { info, messages } = json('opencode/export.json') as OpencodeExport;
  return Object.fromEntries<Json>([
    ['storage/session/global/ses_main.json', info],
    ['storage/todo/ses_main.json', []],
    ...messages
      .slice(0, 14)
      .flatMap(({ info: message, parts }): [string, Json][] => [
        [`storage/message/ses_main/${message.id}.json`, message],
        ...numbered(parts, (i) => `storage/part/${message.id}/prt_${padded(i, 2)}.json`),
      ]),
  ]);
}

/** Inspect's `.eval`: a header and a file per sample. */
export function inspectEval(): Members {
  const { samples, ...header } = json('inspect/log.json') as InspectLog;
  return {
    ...Object.fromEntries(
      samples.map((sample) => [`samples/${sample['id'] as string}.json`, sample]),
    ),
    'header.json': header,
    'summaries.json': [],
    '_journal/start.json': {},
  };
}

/** Two conversations of OpenHands: a file an event. */
export function openhandsConversations(): Members {
  const events = lines('openhands-events/events.jsonl');
  const folders = ['conversations/a', 'conversations/b'].flatMap((folder): [string, Json][] => [
    ...numbered(events, (i) => `${folder}/events/event-${padded(i, 5)}-x.json`),
    [`${folder}/base_state.json`, {}],
  ]);
  return Object.fromEntries(folders);
}

/** OpenHands' log of completions: a file per call. */
export const openhandsCalls = (): Members =>
  Object.fromEntries(numbered(lines('openhands-llm-log/calls.jsonl'), (i) => `llm/${i}.json`));

/** A task's folder of Roo: the history, and the extension's own file with times and usage. */
function clineTask(): Members {
  const at = 1_780_000_000_000;
  const request = (time: number, text: object): Json => ({
    ts: at + time,
    type: 'say',
    say: 'api_req_started',
    text: JSON.stringify(text),
  });
  return {
    'tasks/17/api_conversation_history.json': json('cline/roo-history.json') as Json,
    'tasks/17/ui_messages.json': [
      { ts: at, type: 'say', say: 'text', text: 'Fix the bug' },
      request(5, { tokensIn: 3, tokensOut: 40, cacheWrites: 12_000, cacheReads: 0 }),
      request(22, { cancelReason: 'streaming_failed', streamingFailedMessage: 'overloaded' }),
      request(25, { tokensIn: 10, tokensOut: 30, cacheWrites: 300, cacheReads: 12_000 }),
      request(46, { tokensIn: 900, tokensOut: 5, cacheWrites: 0, cacheReads: 0 }),
    ],
    'tasks/17/task_metadata.json': {},
  };
}

/** A batch's results before its requests, as their names are ordered. */
const batchFiles = (): Members => ({
  'batch_1_output.jsonl': lines('batch/openai-results.jsonl'),
  'requests.jsonl': lines('batch/openai-requests.jsonl'),
});

/** A session of Strands: a file an agent, a file a message. */
function strandsSession(): Members {
  const agent = 'session_s1/agents/agent_lead';
  const said = ['user', 'assistant', 'user', 'assistant'].map((role, n) => ({
    message: { role, content: [{ text: `text ${n}` }] },
    ...{ message_id: n, redact_message: null, created_at: `2026-07-10T09:00:0${n}.000Z` },
  }));
  return {
    'session_s1/session.json': { session_id: 's1', session_type: 'AGENT' },
    [`${agent}/agent.json`]: { agent_id: 'lead', state: {}, conversation_manager_state: {} },
    ...Object.fromEntries(numbered(said, (n) => `${agent}/messages/message_${n}.json`)),
  };
}

/** One for every importer that reads archives. */
export const archiveFixtures: readonly ArchiveFixture[] = [
  { format: 'opencode', file: 'storage.zip', members: opencodeStorage() },
  { format: 'inspect', file: 'log.eval', members: inspectEval() },
  { format: 'openhands-events', file: 'conversations.zip', members: openhandsConversations() },
  { format: 'openhands-llm-log', file: 'completions.zip', members: openhandsCalls() },
  { format: 'cline', file: 'task.zip', members: clineTask() },
  { format: 'strands', file: 'session.zip', members: strandsSession() },
  { format: 'batch', file: 'batch.zip', members: batchFiles() },
  { format: 'codex', file: 'fork.zip', members: { 'r-1.jsonl': parent, 'r-2.jsonl': fork('a') } },
];
