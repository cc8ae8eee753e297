/** What compactions inside an API share: the whole log becomes one item of at most so many tokens. */
import { ownRealForm } from '../contract/decision';
import { tokens } from '../contract/settings';

/** The server counts the request itself. */
export const serverCount = [ownRealForm('counted by the provider')] as const;

/** The most tokens of the item, under the name that the provider has for it. */
export const itemCap = (label: string) =>
  tokens.default(8_192).meta({
    label,
    unit: 'tokens',
    description: 'Highwater’s cap; the API states none',
  });
