/**
 * The sizes of an entry's parts: what is needed to say how much of it a summariser is given. Texts
 * themselves are not needed, so a numbers-only session has the same.
 */
import { partKinds, type Entry, type Part, type PartKind } from '@/lib/engine/session/schema';
import { partSizes } from '../contextguard';

/** Sizes of one part. */
export interface PartShape {
  readonly kind: PartKind;
  /** Bytes of a text, of a tool's name, or of the name of another part's type. */
  readonly bytes: number;
  /** Bytes of the rest: arguments, the printed response, data. */
  readonly rest: number;
  /** Heuristic tokens of the whole part. */
  readonly tokens: number;
  /** Name of the tool; null for other parts and where only sizes are known. */
  readonly name: string | null;
}

/** Sizes of an entry's parts, in their order. */
export type EntryShape = readonly PartShape[];

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** The sizes of one part. */
export function shapeOfPart(part: Part): PartShape {
  const sizes = partSizes(part);
  const [bytes = 0, ...rest] = sizes;
  return {
    kind: part.kind === 'sized' ? part.of : part.kind,
    bytes,
    rest: sum(rest),
    tokens: sum(sizes.map((size) => Math.floor(size / 4))),
    name: part.kind === 'call' || part.kind === 'response' ? part.name : null,
  };
}

/** The sizes of an entry's parts. */
export const shapeOf = ({ parts }: Entry): EntryShape => parts.map(shapeOfPart);

/** Shapes as they are sent: five numbers a part (kind, bytes, rest, tokens, name or −1). */
export interface PackedShapes {
  /** Names of tools, each once. */
  readonly names: readonly string[];
  readonly entries: readonly (readonly number[])[];
}

const FIELDS = 5;

export function packShapes(shapes: readonly EntryShape[]): PackedShapes {
  const names = new Map<string, number>();
  const number = (name: string | null): number => {
    if (name === null) return -1;
    const known = names.get(name) ?? names.size;
    names.set(name, known);
    return known;
  };
  const entries = shapes.map((shape) =>
    shape.flatMap(({ kind, bytes, rest, tokens, name }) => {
      return [partKinds.indexOf(kind), bytes, rest, tokens, number(name)];
    }),
  );
  return { names: [...names.keys()], entries };
}

export const unpackShapes = ({ names, entries }: PackedShapes): readonly EntryShape[] =>
  entries.map((numbers) =>
    Array.from({ length: numbers.length / FIELDS }, (_, part): PartShape => {
      const at = part * FIELDS;
      const [kind = 0, bytes = 0, rest = 0, tokens = 0, name = -1] = numbers.slice(at, at + FIELDS);
      return { kind: partKinds[kind] ?? 'other', bytes, rest, tokens, name: names[name] ?? null };
    }),
  );
