/** What compactions inside an API share: the whole log becomes one item of at most so many tokens. */
import { ownRealForm } from '@/lib/engine/policy/decision';

/** The server counts the request itself. */
export const serverCount = [ownRealForm('counted by the provider')] as const;

/** Of the most tokens of the item. */
export const API_CAP = 'Highwater’s cap; the API states none';
