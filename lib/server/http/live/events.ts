import { readFileSync } from 'node:fs';
import path from 'node:path';
import { changesSchema, readySchema } from '@/lib/api/contract/events-contract';
import { changeFeed } from './change-feed';
import { handler } from '../handler';

const HEARTBEAT_MS = 15_000;
const RETRY_MS = 2_000;

/** Build of the pages that this server was started with; undefined in development. */
function readBuild(): string | undefined {
  try {
    const file = path.join(/* turbopackIgnore: true */ process.cwd(), '.next/BUILD_ID');
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
const build = readBuild();

/** Open streams; they are ended on shutdown because the server waits for them. */
const open = new Set<() => void>();
let listening = false;

function endWithServer(): void {
  if (listening) return;
  listening = true;
  const endAll = (): void => {
    for (const end of [...open]) end();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, endAll);
}

export const getEvents = handler(
  {
    at: 'GET /api/events',
    about: 'Changes in the library, as server-sent events.',
    sends: 'text/event-stream',
  },
  async ({ request }) => {
    endWithServer();
    const encoder = new TextEncoder();
    let end = (): void => undefined;
    const stream = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        const send = (text: string): void => controller.enqueue(encoder.encode(text));
        // An event, not a comment: the page hears by its absence that the server hangs.
        const heartbeat = setInterval(() => send('event: beat\ndata: {}\n\n'), HEARTBEAT_MS);
        heartbeat.unref();
        let stop = (): void => undefined;
        let ended = false;
        end = () => {
          if (ended) return;
          ended = true;
          clearInterval(heartbeat);
          stop();
          open.delete(end);
          try {
            controller.close();
          } catch {
            // The page closed the stream first.
          }
        };
        open.add(end);
        request.signal.addEventListener('abort', end);
        if (request.signal.aborted) end();
        stop = await changeFeed().subscribe((changes) => {
          const sent = changes.map(({ kind, subject }) => ({ kind, subject }));
          send(
            `event: changes\ndata: ${JSON.stringify(changesSchema.parse({ changes: sent }))}\n\n`,
          );
        });
        if (ended) stop();
        else {
          const ready = JSON.stringify(readySchema.parse({ build }));
          send(`retry: ${RETRY_MS}\nevent: ready\ndata: ${ready}\n\n`);
        }
      },
      cancel: () => end(),
    });
    return Promise.resolve(
      new Response(stream, {
        headers: {
          'Content-Type': 'text/event-stream; charset=utf-8',
          'Cache-Control': 'no-store, no-transform',
          'X-Accel-Buffering': 'no',
        },
      }),
    );
  },
);
