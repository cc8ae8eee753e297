import { adkSpans } from './adk-spans';
import type { Fields } from '../loose-json';
import { Attributes } from './attributes';
import { genai } from './genai';
import { openInference } from './openinference';
import { openLlmetry } from './openllmetry';
import type { Reading, Span, SpanConvention } from './reading';
import { vercelSpans } from './vercel-spans';

/**
 * The conventions, the fullest recording first: spans often carry the attributes of two, and the
 * GenAI convention's beside any other.
 */
export const conventions: readonly SpanConvention[] = [
  adkSpans,
  vercelSpans,
  openInference,
  openLlmetry,
  genai,
];

/** The one convention for reading a span; null for a span that is not a model call. */
export function conventionOf(span: Span, attributes: Attributes): SpanConvention | null {
  return conventions.find((convention) => convention.claims(span, attributes)) ?? null;
}

/** The call in the attributes of a span that another program stored; null without one. */
export function readAttributes(fields: Fields): Reading | null {
  const attributes = new Attributes(fields);
  const span: Span = {
    ...{ at: 0, traceId: '', spanId: '', parentId: null, name: '', start: null, scope: '' },
    ...{ attributes: fields, resource: {}, events: [], failure: null, left: 0 },
  };
  return conventionOf(span, attributes)?.read(span, attributes, []) ?? null;
}
