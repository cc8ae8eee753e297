import { byteAt, intAt } from '@/lib/engine/base/read';
import { imageCount, quarterFloor } from '@/lib/engine/tokens/estimator';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { RequestForm } from '@/lib/engine/policy/policy';
import { entrySums } from '@/lib/engine/mechanisms/ceiled-estimator';

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
  const { ceiled, kinds, inlines, responses, flags } = profile.entries;
  const each = settings.images === 'flat' ? settings.imageTokens : 0;
  const thoughts = (entry: number): number => intAt(kinds.thought, entry);
  const own = (entry: number, stripped: boolean): number => {
    const user = (byteAt(flags, entry) & entryFlag.user) !== 0;
    const roles = user ? USER_ROLE * Math.max(1, intAt(responses, entry)) : MODEL_ROLE;
    const counted = intAt(ceiled, entry) - (stripped ? thoughts(entry) : 0);
    return counted + roles + each * intAt(inlines, entry);
  };
  const system = Math.max(0, prefixTokens - (profile.head.tools ?? 0));
  return {
    estimator: {
      id: `crush:${each}`,
      label: 'bytes ÷ 4 rounded up, no tool definitions',
      images: imageCount(each),
      prefix: system > 0 ? system + SYSTEM_ROLE : 0,
      ...entrySums(profile, own, thoughts),
      text: (bytes) => quarterFloor(bytes + 3) + USER_ROLE,
    },
    // The summary message is sent as it is, its role rewritten to user.
    wrapperBytes: 0,
  };
}
