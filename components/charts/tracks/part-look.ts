import type { PartKind } from '@/lib/report/chart/composition';

const kinds: Readonly<Record<PartKind, readonly string[]>> = {
  prefix: ['prefix'],
  joined: ['joined'],
  summary: ['summary'],
  added: ['added'],
  result: ['result-1', 'result-2', 'result-3', 'result-4', 'result-5'],
  image: ['image'],
  call: ['call'],
  thinking: ['thinking'],
  user: ['user'],
  context: ['context'],
  model: ['model'],
  other: ['other'],
  rest: ['rest'],
};

/** Colour of a part of a request, by its kind and its number among those of the kind. */
export function partColor({
  kind,
  index,
}: {
  readonly kind: PartKind;
  readonly index: number;
}): string {
  const names = kinds[kind];
  return `var(--c-${names[index % names.length] ?? 'other'})`;
}
