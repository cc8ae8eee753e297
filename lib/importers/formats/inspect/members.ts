/** The kind of an archive's member: a file of the log, or of the sample under `prefix`. */
type InspectMember =
  | { readonly kind: 'header' }
  | { readonly kind: 'sample'; readonly prefix: string }
  | {
      readonly kind: 'shell' | 'attachments' | 'messages' | 'events';
      readonly prefix: string;
      readonly start: number;
    };

const header = /(^|\/)header\.json$/;
const chunk = /^(.*samples\/[^/]+)\/(attachments|messages|events)\/(\d+)\.json$/;
const shell = /^(.*samples\/[^/]+)\/sample\.json$/;
const whole = /^(.*samples\/[^/]+)\.json$/;

/** The kind of a member by its path; null for one that repeats others (summaries, statistics). */
export function partOf(name: string): InspectMember | null {
  if (header.test(name)) return { kind: 'header' };
  const piece = chunk.exec(name);
  if (piece) {
    const [, prefix = '', kind, start] = piece;
    return { kind: kind as 'attachments' | 'messages' | 'events', prefix, start: Number(start) };
  }
  const begun = shell.exec(name);
  if (begun) return { kind: 'shell', prefix: begun[1] ?? '', start: 0 };
  const sample = whole.exec(name);
  return sample ? { kind: 'sample', prefix: sample[1] ?? '' } : null;
}

/** Order of kinds: a referenced file comes before the events. */
const rank = { header: 0, sample: 1, shell: 1, attachments: 2, messages: 3, events: 4 } as const;

/** The members to read: the header, then sample by sample, each in the order its pieces need. */
export function inspectOrder(names: readonly string[]): readonly string[] {
  const parts = names.flatMap((name) => {
    const part = partOf(name);
    if (part === null) return [];
    const prefix = part.kind === 'header' ? '' : part.prefix;
    const start = 'start' in part ? part.start : 0;
    return [{ name, prefix, rank: rank[part.kind], start }];
  });
  parts.sort(
    (a, b) =>
      (a.prefix < b.prefix ? -1 : a.prefix > b.prefix ? 1 : 0) ||
      a.rank - b.rank ||
      a.start - b.start,
  );
  const first = parts.filter((part) => part.rank === 0);
  return [...first, ...parts.filter((part) => part.rank > 0)].map(({ name }) => name);
}
