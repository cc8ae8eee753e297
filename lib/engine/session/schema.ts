import * as z from 'zod';
import { MOST_PIXELS } from '@/lib/engine/base/images/pixel-size';
import { isPlainJson } from '@/lib/engine/base/json-depth';
import { MOST_NOTES, stepNoteSchema } from './step-note';

/** The version of the canonical session format this build writes. */
export const SESSION_VERSION = 1;

/** Most characters of a failed compaction's reason. */
export const MOST_REASON = 200;

const count = z.int().min(0);
const list = <T extends z.ZodType>(item: T) => z.array(item).readonly();

/** Any JSON value, held as it was recorded. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * Any JSON, checked and passed on uncopied: zod's own `json` copies it and loses a `__proto__` key.
 */
const json: z.ZodType<Json> = z.custom<Json>(
  (value) => isPlainJson(value),
  'Expected a JSON value of at most 200 levels',
);

/** Kinds of parts; a profile counts each one separately. */
export const partKinds = ['text', 'thought', 'call', 'response', 'inline', 'other'] as const;
export type PartKind = (typeof partKinds)[number];

const side = z.int().min(1).max(MOST_PIXELS);

/** Detail that a request may ask for of an image. */
export const imageDetails = ['low', 'medium', 'high', 'ultra', 'original'] as const;

/**
 * Size of an image in pixels, read from its own bytes, and the detail that the request asked for
 * (OpenAI's `detail`, Gemini's `media_resolution`) where it is not the provider's default.
 */
const imageSizeSchema = z.strictObject({
  width: side,
  height: side,
  detail: z.enum(imageDetails).optional(),
});
export type ImageSize = Readonly<z.infer<typeof imageSizeSchema>>;

/**
 * One part of an entry. `sized` is a part of a numbers-only session: the UTF-8 byte length of each
 * field that an estimator floors on its own, in the order of the full part (text: the text; call:
 * name, then each argument's key and printed value; response: name, printed map; inline: MIME type,
 * decoded bytes).
 */
export const partSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({ kind: z.literal('thought'), text: z.string() }),
  z.strictObject({
    kind: z.literal('call'),
    name: z.string(),
    id: z.string().optional(),
    args: json,
  }),
  z.strictObject({
    kind: z.literal('response'),
    name: z.string(),
    id: z.string().optional(),
    response: json,
  }),
  z.strictObject({
    kind: z.literal('inline'),
    mime: z.string(),
    bytes: count,
    /** Absent where the data is no image, or its header does not tell. */
    image: imageSizeSchema.optional(),
    /** Base64 of an image, while a trace is read; no document of ours holds it. */
    data: z.string().optional(),
    /** Number of the image in the library's store. */
    stored: count.optional(),
  }),
  z.strictObject({ kind: z.literal('other'), type: z.string(), value: json }),
  z.strictObject({
    kind: z.literal('sized'),
    of: z.enum(partKinds),
    sizes: list(count),
    id: z.string().optional(),
    /** Bytes of the identifier that a number replaced. */
    idBytes: count.optional(),
    /** Of a call: a number that calls of the same tool with the same arguments share in a trace. */
    same: count.optional(),
    /** Characters of its texts: Latin, CJK, of other scripts. Absent where none were counted. */
    characters: z.tuple([count, count, count]).readonly().optional(),
    /** UTF-16 units (`partUnits`) where they do not follow from the sizes. */
    units: count.optional(),
    /** Those outside ASCII, of a text or a response; absent where there are none. */
    wide: count.optional(),
    /** Characters that JSON adds to its text; absent where it adds none. */
    escapes: count.optional(),
    /** Set if the text begins with ContextGuard's summary header (it then blocks injection). */
    summaryHeader: z.literal(true).optional(),
    /** As of the inline data. */
    image: imageSizeSchema.optional(),
  }),
]);
/** A piece of an entry: a text, a call, a response, inline data or a thought; or its size alone. */
export type Part = Readonly<z.infer<typeof partSchema>>;

/**
 * A file that a tool read or wrote, as the trace describes it on disk afterwards; agents put the
 * newest ones behind a summary again. `whole` is false where the tool saw a range of it.
 */
export const touchedFileSchema = z.strictObject({
  /** Path; a number in numbers-only sessions. */
  file: z.string(),
  bytes: count.max(0x7fffffff),
  lines: count.max(0x7fffffff),
  whole: z.boolean(),
  /** The agent's own plan, which comes back whatever else was touched. */
  plan: z.literal(true).optional(),
});
export type TouchedFile = Readonly<z.infer<typeof touchedFileSchema>>;

/** One item of the append-only log: a role and its parts. */
export const entrySchema = z.strictObject({
  role: z.enum(['user', 'model']),
  parts: list(partSchema),
  /** Place in the trace: a line number or an identifier. */
  origin: z.union([z.string(), z.int()]).optional(),
  time: z.string().optional(),
  /** The source's name for it if that says more than the role: "attachment", an author's name. */
  label: z.string().optional(),
  /** Files that the results in this entry touched; absent where the trace says nothing of them. */
  files: list(touchedFileSchema).optional(),
  /**
   * UTF-16 units of its JSON as the program stores and counts it, with the fields around its parts; of Kimi Code
   * four for each token that it counts the message as.
   */
  json: count.optional(),
  /** Items without content that stand right before it in the source, which the program counts with the others. */
  empty: count.optional(),
});
/** One item of a session's log: who wrote it, and its parts. */
export type Entry = Readonly<z.infer<typeof entrySchema>>;

/** ContextGuard's recorded state keys after a step; null where the trace lacks the key. */
export const guardStateSchema = z.strictObject({
  realTokens: z.int().nullable(),
  lastHeuristic: z.int().nullable(),
  watermark: z.int().nullable(),
  summaryBytes: z.int().nullable(),
  summarizedAt: z.int().nullable(),
});
export type GuardState = Readonly<z.infer<typeof guardStateSchema>>;

const cacheCounts = ['cacheRead', 'cacheWrite', 'cacheWriteHour'] as const;
/**
 * What a provider's usage record counts beside the prompt: tokens of the response; the shares of real
 * that were read from its cache and written to it; of the writes, those kept for an hour; of the response's
 * tokens those of reasoning, read where an agent counts them again (Codex).
 */
export const usageCounts = ['output', ...cacheCounts, 'reasoning'] as const;
export type UsageCounts = Readonly<Record<(typeof usageCounts)[number], number | null>>;

/** What a refusal says beside its request's size and limit. */
export const refusalSchema = z.strictObject({
  /** Tokens that the request reserved for its response: a smaller maximal output sends it. */
  reserved: count.optional(),
  /** How far the request is above a limit that the message does not name. */
  over: count.optional(),
});
export type RefusalDetail = Readonly<z.infer<typeof refusalSchema>>;

/** What a usage record may count that is not the prompt of its one request. */
export const countKinds = ['sum', 'placeholder', 'copied', 'doubtful', 'total'] as const;

/**
 * What a step's usage record counts, where it is not just the prompt of this request. sum: several requests
 * together; placeholder: nothing; copied: the call of the session that this one was forked from; doubtful: it
 * cannot be one request, so the step has no real; total: the prompt and its response in one number, so the step
 * has no real either.
 */
export const countEvidenceSchema = z.strictObject({
  kind: z.enum(countKinds),
  /** Prompt tokens as recorded: what was billed; of a total, those of the response with them. */
  tokens: count,
  /** The evidence in one sentence of ours. */
  reason: z.string().max(200),
});
export type CountKind = (typeof countKinds)[number];
export type CountEvidence = Readonly<z.infer<typeof countEvidenceSchema>>;

/** One attempted model call. */
export const stepSchema = z.strictObject({
  /** Entries of the log that existed when the request was built. */
  entries: count,
  /** Prompt tokens of this step's own request, normalised; null if not reported. */
  real: count.nullable(),
  /** False for a rejected call: its real is known from the error, the policy never saw it. */
  reported: z.boolean(),
  /** The provider refused the request. */
  rejected: z.boolean(),
  /** The limit the rejection named. */
  limit: count.nullable(),
  /** Provider's usage record as recorded. */
  usage: json,
  model: z.string().nullable(),
  time: z.string().nullable(),
  label: z.string(),
  /** Generated sessions only: real = trunc(heuristic × ratio). */
  ratio: z.number().positive().optional(),
  /** The response stopped at the output limit (finish reason length, max_tokens, MAX_TOKENS). */
  lengthStop: z.literal(true).optional(),
  /** As {@link usageCounts}; each absent if the provider did not count it. */
  output: count.optional(),
  cacheRead: count.optional(),
  cacheWrite: count.optional(),
  cacheWriteHour: count.optional(),
  reasoning: count.optional(),
  guard: guardStateSchema.optional(),
  /** Of a rejection: absent where it says nothing more. */
  refusal: refusalSchema.optional(),
  /** Absent where the record counts this request and nothing else. */
  counted: countEvidenceSchema.optional(),
});
export type Step = Readonly<z.infer<typeof stepSchema>>;

/**
 * What stands in place of the entries of a compaction: nothing in the recording, what only the provider can
 * read, a summary, a blank text, less than 20 tokens, an error or a refusal, a question back to the user.
 */
export const summaryKinds = [
  'none',
  'sealed',
  'text',
  'empty',
  'short',
  'error',
  'question',
] as const;
export type SummaryKind = (typeof summaryKinds)[number];

/** A recorded change of the context at a point of the log. */
export const recordedCompactionSchema = z.strictObject({
  /** Entries that existed at the boundary. */
  entry: count,
  /** The step it belongs to: the first after the boundary; the number of steps when trailing. */
  step: count,
  /** summary: everything before `entry` but `kept` was replaced; elision: `elided` was blanked. */
  kind: z.enum(['summary', 'elision']),
  trigger: z.enum(['auto', 'manual', 'unknown']),
  /** The parts that replaced the entries; empty if the trace lacks them. */
  summary: list(partSchema),
  /** What they say, where sizes stand for them. */
  reads: z.enum(summaryKinds).optional(),
  /** Half-open ranges of the log before `entry` that stayed in the context, ascending. */
  kept: list(z.tuple([count, count]).readonly()),
  /** Entries blanked by an elision, ascending. */
  elided: list(count),
  /** Tokens before and after as the agent recorded them. */
  preTokens: count.nullable(),
  postTokens: count.nullable(),
  time: z.string().nullable(),
  /** UTF-16 units of the summary's JSON as the program stores and counts it. */
  json: count.optional(),
});
export type RecordedCompaction = Readonly<z.infer<typeof recordedCompactionSchema>>;

/** A compaction that the program tried and that changed nothing: the log goes on as it was. */
export const failedCompactionSchema = z.strictObject({
  /** The first step behind it; the number of steps when trailing. */
  step: count,
  trigger: z.enum(['auto', 'manual', 'unknown']),
  /** Tokens before it as the program recorded them. */
  preTokens: count.nullable(),
  /** Why it failed, in the file's words; null where it does not say. */
  reason: z.string().max(MOST_REASON).nullable(),
  time: z.string().nullable(),
});
export type FailedCompaction = Readonly<z.infer<typeof failedCompactionSchema>>;

/** One tool definition; `sized` in numbers-only sessions. */
export const toolSchema = z.union([
  z.strictObject({ name: z.string(), description: z.string(), schema: json }),
  z.strictObject({ sizes: list(count) }),
]);
export type Tool = Readonly<z.infer<typeof toolSchema>>;

/** The static share of every request; null for a share that the trace lacks. */
export const prefixSchema = z.strictObject({
  system: list(partSchema).nullable(),
  tools: list(toolSchema).nullable(),
  /** Its length as the program counts it: pi in UTF-16 units with its tools as JSON, Codex in bytes without them. */
  length: count.optional(),
});
export type Prefix = Readonly<z.infer<typeof prefixSchema>>;

/** A readable oddity of a trace, for the receipt and the session's page. */
export const noticeSchema = z.strictObject({
  code: z.string(),
  message: z.string(),
  /** The first places, at most 5: line numbers or identifiers. */
  at: list(z.union([z.string(), z.int()])),
  times: z.int().min(1),
});
export type Notice = Readonly<z.infer<typeof noticeSchema>>;

/** Origin of a session. */
export const sourceSchema = z.strictObject({
  /** Id of the importer that read it. */
  format: z.string(),
  /** Name of the trace file. */
  file: z.string(),
  /** Name of the agent that recorded it: "Claude Code". */
  agent: z.string(),
  agentVersion: z.string().nullable(),
  /** The session's identifier inside the trace; with `lane` unique there. */
  sessionId: z.string(),
  /** The log of the trace: "main", "agent-1f2e", "root.researcher/writer". */
  lane: z.string(),
  parent: z
    .strictObject({
      sessionId: z.string(),
      lane: z.string(),
      relation: z.enum(['subagent', 'branch', 'lane', 'resumed']),
    })
    .nullable(),
});
export type Source = Readonly<z.infer<typeof sourceSchema>>;

/** The most prompt tokens the provider accepts, and the source of that number. */
export const limitSchema = z.strictObject({
  tokens: z.int().positive(),
  source: z.enum(['recording', 'user', 'table', 'raised', 'link']),
});
export type Limit = Readonly<z.infer<typeof limitSchema>>;

/** What was in force from a step on, up to the next one's; the model is each step's own. */
export const stepEnvironmentSchema = z.strictObject({
  from: count,
  /** Tokens of the window that the program decided by; absent where the file names none. */
  window: z.int().positive().optional(),
  /** The most prompt tokens the provider accepts; the session's limit where absent. */
  limit: limitSchema.optional(),
});
export type StepEnvironment = Readonly<z.infer<typeof stepEnvironmentSchema>>;

/** What the requests from a step on asked of the model, up to the next one's; a member that none states is absent. */
export const askedOptionsSchema = z.strictObject({
  /** Most tokens of the response, which a provider may take from its window. */
  maxOutput: z.int().positive().optional(),
  /** How much the model shall reason, in the provider's word. */
  effort: z
    .string()
    .regex(/^[a-z_-]{1,20}$/)
    .optional(),
});
export type AskedOptions = Readonly<z.infer<typeof askedOptionsSchema>>;

/** {@link AskedOptions} from a step on. */
export const askedSpanSchema = z.strictObject({ from: count, ...askedOptionsSchema.shape });
export type AskedSpan = Readonly<z.infer<typeof askedSpanSchema>>;

/** Everything of a session except its entries and steps. */
export const sessionHeadSchema = z.strictObject({
  format: z.literal('highwater-session'),
  version: z.literal(SESSION_VERSION),
  name: z.string(),
  source: sourceSchema,
  /** The model of most steps. */
  model: z.string().nullable(),
  /** Of the model of most steps. */
  limit: limitSchema.nullable(),
  /** Ascending; absent where the limit is the window of every step. */
  environments: list(stepEnvironmentSchema).optional(),
  /** Ascending; absent where the file states none. */
  asked: list(askedSpanSchema).optional(),
  prefix: prefixSchema,
  /** kept: thoughts stay in later requests; stripped: they leave at the next user turn. */
  thoughts: z.enum(['kept', 'stripped']),
  /** none: the program kept no reasoning in its log; absent where the file may lack some. */
  reasoning: z.literal('none').optional(),
  /** Made by a scenario, not recorded; `scenario` names it. */
  generated: z.strictObject({ scenario: z.string() }).nullable(),
  compactions: list(recordedCompactionSchema),
  /** In step order; absent where the file names none. */
  failedCompactions: list(failedCompactionSchema).optional(),
  notices: list(noticeSchema),
  /** Notes of the user on its steps, where the file brings them; a library keeps them apart. */
  notes: list(stepNoteSchema)
    .refine((notes) => notes.length <= MOST_NOTES, `More than ${MOST_NOTES} notes`)
    .optional(),
});
export type SessionHead = Readonly<z.infer<typeof sessionHeadSchema>>;

/** One agent's whole append-only log in canonical form. */
export const sessionSchema = z.strictObject({
  ...sessionHeadSchema.shape,
  entries: list(entrySchema),
  steps: list(stepSchema),
});
/** One agent's whole log, append-only, with the calls of its model. */
export type Session = Readonly<z.infer<typeof sessionSchema>>;
