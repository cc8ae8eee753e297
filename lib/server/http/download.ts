import { withEscapes } from '@/lib/engine/base/text/control-characters';

/** A file that is written while it is sent; `text` ends early where the reader leaves. */
export function download(
  text: AsyncGenerator<string, void, void> | Iterable<string>,
  { name, type }: { readonly name: string; readonly type: string },
): Response {
  const encoder = new TextEncoder();
  const parts = Symbol.asyncIterator in text ? text : text[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await parts.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(withEscapes(next.value)));
    },
    async cancel() {
      await parts.return?.(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  });
}
