/** A list in pieces of at most `size`: a statement's number of parameters is limited. */
export function* chunksOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let i = 0; i < items.length; i += size) yield items.slice(i, i + size);
}
