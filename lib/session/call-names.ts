import type { Entry } from './schema';

/** Names of the tools that an entry calls, in order; none of a session of numbers alone. */
export const callNames = ({ parts }: Pick<Entry, 'parts'>): readonly string[] =>
  parts.flatMap((part) => (part.kind === 'call' ? [part.name] : []));
