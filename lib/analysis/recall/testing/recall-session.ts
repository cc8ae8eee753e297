import fc from 'fast-check';

/** Names of one class and length; `letter` tells two sets of them apart. */
export const nameOf = (number: number, letter = 'f'): string => `src/${letter}${number}.ts`;

/** One thing that happens in a session of names: its kind, and the names it holds. */
export interface NamedEvent {
  readonly kind: 'user' | 'model' | 'read' | 'compact';
  readonly names: readonly number[];
}

const event: fc.Arbitrary<NamedEvent> = fc.record({
  kind: fc.constantFrom('user', 'model', 'model', 'read', 'read', 'compact'),
  names: fc.array(fc.nat(9), { maxLength: 4 }),
});

/** Sessions in which users, calls, results and answers name a few files. */
export const namedEvents: fc.Arbitrary<readonly NamedEvent[]> = fc.array(event, {
  minLength: 1,
  maxLength: 30,
});

/** The picture of such a session (`textSession`). */
export function pictureOf(events: readonly NamedEvent[], letter = 'f'): string {
  const lines = ['u "begin here"', '-- 5000'];
  let real = 5_000;
  for (const { kind, names } of events) {
    const own = names.map((name) => nameOf(name, letter));
    const text = own.map((name) => `see ${name} again`).join('\\n');
    const step = `-- ${(real += 300)}`;
    if (kind === 'user') lines.push(`u "so ${text}"`, step);
    if (kind === 'model') lines.push(`m "so ${text}"`);
    if (kind === 'read') {
      lines.push(`c read {"path":"${own[0] ?? 'none'}"}`, `r read "so ${text}"`, step);
    }
    if (kind === 'compact') {
      lines.push(`== compact "so ${own.slice(1).join(' ')}"`, 'u "go on"', '-- 4000');
      real = 4_000;
    }
  }
  return [...lines, `-- ${real + 300}`].join('\n');
}
