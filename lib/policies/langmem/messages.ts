import { oncePer } from '@/lib/engine/base/once/once-per';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { imageCount, type Estimator } from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';
import { langchainMessages, NO_TOOL, type LangchainMessages } from '../langchain/message-list';

/** Tokens that `count_tokens_approximately` adds to each message. */
const MESSAGE = 3;
/** Chars of the roles, which it counts too. */
const ROLE = { user: 4, assistant: 9, tool: 4, system: 6 } as const;
/** What a call takes more in Python's notation than in JSON: blanks behind colons and commas. */
const CALL_BLANKS = 8;

/** Tokens of one message of so many chars, its role among them. */
const messageTokens = (chars: number): number => Math.ceil(chars / 4) + MESSAGE;

/** Tokens of a system message with a text of so many chars. */
export const systemTokens = (chars: number): number => messageTokens(ROLE.system + chars);

/** A log as LangChain's messages, in tokens of `count_tokens_approximately` of langchain-core for Python. */
export interface CountedMessages {
  readonly list: LangchainMessages;
  /** Prefix sums, one longer than the messages: each is rounded up by itself. */
  readonly sum: Int32Array;
}

/** The messages of a profile, counted once. */
export const countedMessages = oncePer(counted);

function counted(profile: Profile): CountedMessages {
  const list = langchainMessages(profile);
  const { chars, callEntry, calls, entryOf } = list;
  const sum = new Int32Array(chars.length);
  for (let m = 0; m + 1 < chars.length; m++) {
    const entry = intAt(entryOf, m);
    const blanks = calls[m] === 1 ? CALL_BLANKS * intAt(profile.entries.calls, entry) - 1 : 0;
    const said = (byteAt(profile.entries.flags, entry) & entryFlag.user) !== 0;
    const role = intAt(callEntry, m) !== NO_TOOL ? ROLE.tool : said ? ROLE.user : ROLE.assistant;
    const own = intAt(chars, m + 1) - intAt(chars, m);
    sum[m + 1] = intAt(sum, m) + messageTokens(own + blanks + role);
  }
  return { list, sum };
}

/** Tokens of a request: of its system prompt as one message, and of its entries. Thinking and images count nothing. */
export function langmemEstimator(profile: Profile, prefixTokens: number): Estimator {
  const { list, sum } = countedMessages(profile);
  const prefix = systemTokens(4 * (profile.head.system ?? prefixTokens));
  return {
    id: `langmem:${prefix}`,
    label: 'chars ÷ 4 and 3 a message',
    images: imageCount('none'),
    prefix,
    sum: list.first.map((message) => intAt(sum, message)),
    thoughtSum: new Int32Array(profile.entryCount + 1),
    text: systemTokens,
  };
}
