import { oncePer } from '@/lib/engine/base/once/once-per';
import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Estimator } from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';

const { user: USER } = entryFlag;

/** Chars of what stands around texts in `JSON.stringify(messages)`; a call's id has 29, as most providers' have. */
const chars = (value: unknown): number => JSON.stringify(value).length;
const ID = 'x'.repeat(29);
const ASSISTANT = chars({ role: 'assistant', content: [] });
const TOOL = chars({ role: 'tool', content: [] });
const USER_TEXT = chars({ role: 'user', content: '' });
const TEXT = chars({ type: 'text', text: '' });
const REASONING = chars({ type: 'reasoning', text: '' });
const FILE = chars({ type: 'file', mediaType: 'image/png', data: '' });
/** Without name and arguments; without name and text. */
const CALL = chars({ type: 'tool-call', toolCallId: ID, toolName: '', input: 0 }) - 1;
const RESULT = chars({
  type: 'tool-result',
  toolCallId: ID,
  toolName: '',
  output: { type: 'text', value: '' },
});
/** A comma behind a part or a message. */
const COMMA = 1;

/** A log as the AI SDK's messages, in chars of their JSON; one value per entry. */
export interface SdkMessages {
  /** What no pruning removes: texts, and the message around them. */
  readonly base: Int32Array;
  readonly reasoning: Int32Array;
  /** Calls, or results. */
  readonly tools: Int32Array;
  /** The message around reasoning and tools alone. */
  readonly envelope: Int32Array;
  /** Prefix sums of all that. */
  readonly sum: Float64Array;
  /** The message that an entry begins with. */
  readonly messageOf: Int32Array;
  /** Messages of so many entries. */
  readonly count: Int32Array;
  /** The newest entry that answers a call of an entry; −1 for none. */
  readonly answered: Int32Array;
}

/** The messages of a profile, made once. */
export const sdkMessages = oncePer(listed);

function listed(profile: Profile): SdkMessages {
  const { entryCount: count, callOf } = profile;
  const made: SdkMessages = {
    base: new Int32Array(count),
    reasoning: new Int32Array(count),
    tools: new Int32Array(count),
    envelope: new Int32Array(count),
    sum: new Float64Array(count + 1),
    messageOf: new Int32Array(count),
    count: new Int32Array(count + 1),
    answered: new Int32Array(count).fill(-1),
  };
  const { base, reasoning, tools, envelope, sum, messageOf, answered } = made;
  let messages = 0;
  /** The last message is one of results: further results join it. */
  let results = false as boolean;
  for (let entry = 0; entry < count; entry++) {
    const user = (byteAt(profile.entries.flags, entry) & USER) !== 0;
    const answers = user && intAt(profile.entries.responses, entry) > 0;
    const joins: boolean = answers && results;
    messageOf[entry] = joins ? messages - 1 : messages;
    const said = user
      ? measureUser(profile, entry, made, joins)
      : measureModel(profile, entry, made);
    messages += (answers && !joins ? 1 : 0) + (said ? 1 : 0);
    made.count[entry + 1] = messages;
    results = answers && !said;
    sum[entry + 1] =
      floatAt(sum, entry) +
      intAt(base, entry) +
      intAt(reasoning, entry) +
      intAt(tools, entry) +
      intAt(envelope, entry);
    const call = intAt(callOf, entry);
    if (call >= 0) answered[call] = entry;
  }
  return made;
}

type Measured = Pick<SdkMessages, 'base' | 'reasoning' | 'tools' | 'envelope'>;

/** Results, and a message of the user's; true where there is such a one. */
function measureUser(
  { entries, responseStart }: Profile,
  entry: number,
  { base, tools, envelope }: Measured,
  joins: boolean,
): boolean {
  const responses = intAt(entries.responses, entry);
  let text = intAt(entries.units, entry);
  // A tool's name stands beside its results only as its tokens.
  let results = 4 * intAt(entries.kinds.response, entry);
  const from = intAt(responseStart, entry);
  for (let r = from; r < from + responses; r++) {
    const units = intAt(entries.responseUnits, r);
    text -= units;
    results += RESULT + units + COMMA - 4 * Math.floor(intAt(entries.responseBytes, r) / 4);
  }
  const files = filesOf(entries, entry);
  tools[entry] = results + (responses > 0 ? files : 0);
  if (responses > 0 && !joins) envelope[entry] = TOOL;
  const said = responses === 0 || text > 0;
  base[entry] = said ? USER_TEXT + text + COMMA + (responses > 0 ? 0 : files) : 0;
  return said;
}

/** Reasoning, texts and calls, in one message. */
function measureModel(
  { entries, head }: Profile,
  entry: number,
  { base, reasoning, tools, envelope }: Measured,
): boolean {
  const thoughts = intAt(entries.thoughtUnits, entry);
  const calls = intAt(entries.calls, entry);
  const said = intAt(entries.units, entry) - thoughts;
  // A call's own chars stand beside the text's only as its tokens.
  const text = calls > 0 ? 4 * intAt(entries.kinds.text, entry) : said;
  const files = filesOf(entries, entry);
  if (thoughts > 0 && head.thoughts !== 'stripped') reasoning[entry] = REASONING + thoughts + COMMA;
  if (calls > 0) tools[entry] = CALL * calls + said - text + COMMA * calls;
  const alone = intAt(reasoning, entry) + intAt(tools, entry) > 0;
  if (text + files > 0 || !alone) base[entry] = ASSISTANT + TEXT + text + COMMA + files;
  else envelope[entry] = ASSISTANT;
  return true;
}

/** Pictures as base64. */
function filesOf({ inlines, kinds }: Profile['entries'], entry: number): number {
  const files = intAt(inlines, entry);
  return files === 0 ? 0 : Math.ceil((16 * intAt(kinds.inline, entry)) / 3) + FILE * files;
}

/** Chars of the JSON of the messages of so many entries. */
export const jsonChars = ({ sum }: SdkMessages, entries: number): number =>
  1 + floatAt(sum, entries);

/** The documented estimate as whole tokens: more than a whole number where the quarter is. */
export const quarter = (length: number): number => Math.ceil(length / 4);

/** `JSON.stringify(messages).length / 4`, rounded up. */
export function jsonEstimator(profile: Profile, prefix: number): Estimator {
  const { sum } = sdkMessages(profile);
  return {
    id: `ai-sdk:${prefix}`,
    label: 'chars ÷ 4 of the messages’ JSON',
    images: 'base64 chars ÷ 4',
    prefix,
    sum: Int32Array.from(sum, (length) => (length === 0 ? 0 : quarter(1 + length))),
    thoughtSum: new Int32Array(profile.entryCount + 1),
    text: quarter,
  };
}
