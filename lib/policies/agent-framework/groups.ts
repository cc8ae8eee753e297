import { assert } from '@/lib/engine/base/assert';
import { oncePer } from '@/lib/engine/base/once/once-per';
import { byteAt, intAt, sumBetween } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Estimator } from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';
import { entrySums } from '@/lib/engine/mechanisms/ceiled-estimator';

const { user: USER, response: RESPONSE, call: CALL } = entryFlag;

/** `{"contents": [], "message_id": "msg_10", "role": "user"}`; a role of the assistant's is 5 longer. */
const MESSAGE = 56;
const ASSISTANT = 5;
/** A content's JSON besides its text, and what stands between two. */
const BLOCK = { text: 28, thought: 38, call: 69, response: 56, image: 62 } as const;
const BETWEEN = 2;
/** Chars of a call's id, of a tool's name, and of what JSON's escapes add to one argument. */
const ID = 29;
const NAME = 10;
const ESCAPES = 4;
/** `[Tool results: ]`, what stands behind a tool's name, and between two results. */
const COLLAPSED = 16;

const quarter = (chars: number): number => Math.max(1, Math.floor(chars / 4));

/** A log as the framework's groups: each entry is a message; a call and its results are one group. */
export interface Groups {
  /** Group of each entry. */
  readonly groupOf: Int32Array;
  /** First entry of each group; the last item is the number of entries. */
  readonly starts: Int32Array;
  /** Number of tool groups before each group, one longer than the groups. */
  readonly tools: Int32Array;
  /** The groups of tools, in order. */
  readonly toolGroups: Int32Array;
  /** Tokens that a group has fewer once its message of results replaces it; 0 for other groups. */
  readonly saved: Int32Array;
}

/** By the prefix sums of the estimator that was made of them. */
const known = new WeakMap<Int32Array, Groups>();

/** The groups that an estimator of this file counts. */
export function groupsOf({ sum }: Estimator): Groups {
  const made = known.get(sum);
  assert(made !== undefined, 'the estimator is the Agent Framework’s');
  return made;
}

/** The framework's own count: chars ÷ 4 of each message's JSON, floored, at least 1. */
export function frameworkEstimator(profile: Profile, prefix: number): Estimator {
  return {
    id: 'agent-framework',
    label: 'chars ÷ 4 of each message’s JSON',
    images: 'base64 chars ÷ 4',
    prefix,
    ...counts(profile),
    text: (bytes) => quarter(MESSAGE + ASSISTANT + BLOCK.text + bytes),
  };
}

/** The sums of a profile, counted once. */
const counts = oncePer(counted);

function counted(profile: Profile): Pick<Estimator, 'sum' | 'thoughtSum'> {
  const thoughts = (entry: number): number => intAt(profile.entries.thoughtUnits, entry);
  const made = entrySums(
    profile,
    (entry, stripped) => quarter(charsOf(profile, entry) - (stripped ? thoughts(entry) : 0)),
    (entry) => Math.floor(thoughts(entry) / 4),
  );
  known.set(made.sum, grouped(profile, made.sum));
  return made;
}

/** Chars of a message's JSON; where thoughts are stripped from later requests, with them. */
function charsOf(profile: Profile, entry: number): number {
  const { kinds, calls, responses, inlines, thoughtUnits, units, flags } = profile.entries;
  const text = intAt(kinds.text, entry) > 0 ? 1 : 0;
  const thought = intAt(thoughtUnits, entry) > 0 ? 1 : 0;
  const asked = intAt(calls, entry);
  const answered = intAt(responses, entry);
  const images = intAt(inlines, entry);
  const blocks = text + thought + asked + answered + images;
  return (
    MESSAGE +
    ((byteAt(flags, entry) & USER) === 0 ? ASSISTANT : 0) +
    BETWEEN * Math.max(0, blocks - 1) +
    BLOCK.text * text +
    BLOCK.thought * thought +
    (BLOCK.call + ID + ESCAPES) * asked +
    (BLOCK.response + ID) * answered +
    BLOCK.image * images +
    // Images are in base64: four chars for three bytes.
    Math.ceil((16 * intAt(kinds.inline, entry)) / 3) +
    intAt(units, entry)
  );
}

function grouped(profile: Profile, sum: Int32Array): Groups {
  const { entryCount, entries } = profile;
  const groupOf = new Int32Array(entryCount);
  const starts: number[] = [];
  const tools = [0];
  const toolGroups: number[] = [];
  /** The group takes results; it began with a call, or with results alone. */
  let open = false;
  for (let entry = 0; entry < entryCount; entry++) {
    const flags = byteAt(entries.flags, entry);
    const answers = (flags & RESPONSE) !== 0;
    if (!(answers && open)) {
      starts.push(entry);
      open = answers || (flags & CALL) !== 0;
      if (open) toolGroups.push(starts.length - 1);
      tools.push(toolGroups.length);
    }
    groupOf[entry] = starts.length - 1;
  }
  const saved = new Int32Array(starts.length);
  starts.push(entryCount);
  for (const group of toolGroups) {
    const [from, to] = [starts[group] ?? 0, starts[group + 1] ?? 0];
    saved[group] = Math.max(0, sumBetween(sum, from, to) - collapsed(profile, from, to));
  }
  return {
    groupOf,
    starts: Int32Array.from(starts),
    tools: Int32Array.from(tools),
    toolGroups: Int32Array.from(toolGroups),
    saved,
  };
}

/** Tokens of the message that replaces a group of tools: the results' texts behind the tools' names. */
function collapsed({ entries, responseStart }: Profile, from: number, to: number): number {
  let chars = MESSAGE + ASSISTANT + BLOCK.text + COLLAPSED;
  const called = (byteAt(entries.flags, from) & CALL) !== 0;
  let results = 0;
  for (let entry = from; entry < to; entry++) {
    const first = intAt(responseStart, entry);
    for (let r = first; r < first + intAt(entries.responses, entry); r++) {
      chars += intAt(entries.responseUnits, r) + (called ? NAME + BETWEEN : 0);
      results++;
    }
  }
  return quarter(chars + (results === 0 ? 'no results'.length : BETWEEN * (results - 1)));
}
