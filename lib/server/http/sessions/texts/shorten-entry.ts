import type { Entry, Json, Part } from '@/lib/engine/session/schema';

/** Shortens an entry's longest values to about `chars` characters of JSON in total. */
export function shortenEntry(entry: Entry, chars: number): Entry {
  let left = chars;
  const take = (text: string): string => {
    const taken = text.slice(0, left);
    left -= taken.length;
    return taken;
  };
  /** Replaces a value that is too long by the beginning of its JSON. */
  const takeJson = (value: Json): Json => {
    const text = JSON.stringify(value);
    if (text.length > left) return take(text);
    left -= text.length;
    return value;
  };
  return { ...entry, parts: entry.parts.map((part) => shortenPart(part, take, takeJson)) };
}

function shortenPart(
  part: Part,
  take: (text: string) => string,
  takeJson: (value: Json) => Json,
): Part {
  switch (part.kind) {
    case 'text':
    case 'thought':
      return { ...part, text: take(part.text) };
    case 'call':
      return { ...part, args: takeJson(part.args) };
    case 'response':
      return { ...part, response: takeJson(part.response) };
    case 'other':
      return { ...part, value: takeJson(part.value) };
    case 'inline':
    case 'sized':
      return part;
  }
}
