import { byteAt, intAt } from '@/lib/base/read';
import { imageCount, quarterFloor } from '@/lib/tokens/estimator';
import { entryFlag } from '@/lib/tokens/entry-table';
import type { Profile } from '@/lib/tokens/profile';
import type { RequestForm } from '../contract/policy';

/** ⌈bytes / 4⌉ of "user" and "tool", of "assistant", of "system". */
const USER_ROLE = 1;
const MODEL_ROLE = 3;
const SYSTEM_ROLE = 2;

/**
 * Crush's estimate of a request, used where the provider reports nothing: ⌈bytes / 4⌉ of each part and
 * of each message's role, inline data by its type's name, the system prompt, no tool definitions.
 * Identifiers of tool calls count in Crush; no profile holds them, so they are left out here.
 * internal/agent/usage_fallback.go.
 */
export function crushForm(
  settings: { readonly images: 'bytes' | 'flat'; readonly imageTokens: number },
  profile: Profile,
  prefixTokens: number,
): RequestForm {
  const { entries, entryCount, head } = profile;
  const { ceiled, kinds, inlines, responses, flags } = entries;
  const each = settings.images === 'flat' ? settings.imageTokens : 0;
  const { user: userFlag } = entryFlag;
  const stripped = head.thoughts === 'stripped';
  const sum = new Int32Array(entryCount + 1);
  const thoughtSum = new Int32Array(entryCount + 1);
  for (let entry = 0; entry < entryCount; entry++) {
    const user = (byteAt(flags, entry) & userFlag) !== 0;
    const roles = user ? USER_ROLE * Math.max(1, intAt(responses, entry)) : MODEL_ROLE;
    const thoughts = stripped ? intAt(kinds.thought, entry) : 0;
    const own = intAt(ceiled, entry) - thoughts + roles + each * intAt(inlines, entry);
    sum[entry + 1] = intAt(sum, entry) + own;
    thoughtSum[entry + 1] = intAt(thoughtSum, entry) + thoughts;
  }
  const system = Math.max(0, prefixTokens - (head.tools ?? 0));
  return {
    estimator: {
      id: `crush:${each}`,
      label: 'bytes ÷ 4 rounded up, no tool definitions',
      images: imageCount(each),
      prefix: system > 0 ? system + SYSTEM_ROLE : 0,
      sum,
      thoughtSum,
      text: (bytes) => quarterFloor(bytes + 3) + USER_ROLE,
    },
    // The summary message is sent as it is, its role rewritten to user.
    wrapperBytes: 0,
  };
}
