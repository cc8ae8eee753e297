import { setTimeout as sleep } from 'node:timers/promises';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { database } from '@/lib/server/db/client';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { outageBefore, type Outage } from '@/lib/server/db/testing/outage';
import { closeOtlpInbox } from '@/lib/server/live/otlp-inbox';
import { findPostgres, startPostgres, type PostgresServer } from '@/lib/tools/postgres-server.mjs';
import { isFull } from '@/lib/tools/suites/endurance';
import { idleImportHost } from '../testing/idle-import-host';
import { callAttributes, serve, type TestServer } from '../testing/telemetry';

idleImportHost();

/** Milliseconds for which the database is away: longer than an exporter that is not told to wait waits. */
const AWAY_MS = isFull ? 60_000 : 15_000;

/** What an exporter may take for one request: its default of ten seconds ends before the outage does. */
const TIMEOUT_MS = 120_000;

const installed = findPostgres() !== undefined;

let postgres: PostgresServer;
let way: Outage;
let server: TestServer;
beforeAll(async () => {
  if (!installed) return;
  vi.spyOn(console, 'error').mockReturnValue();
  postgres = await startPostgres();
  way = await outageBefore(postgres.url);
  process.env['DATABASE_URL'] = way.url;
  await migrate(way.url);
  server = await serve();
});
afterAll(async () => {
  if (!installed) return;
  await server.close();
  await closeOtlpInbox();
  await (await database()).close();
  await way.cut();
  await postgres.stop();
});

it.runIf(installed)(
  'the exporter of the OpenTelemetry SDK loses nothing while PostgreSQL is away',
  async () => {
    const exporter = new OTLPTraceExporter({
      url: `${server.url}/v1/traces`,
      timeoutMillis: TIMEOUT_MS,
    });
    const provider = new BasicTracerProvider({
      spanProcessors: [
        new BatchSpanProcessor(exporter, {
          scheduledDelayMillis: 500,
          exportTimeoutMillis: TIMEOUT_MS,
        }),
      ],
    });
    const tracer = provider.getTracer('agent');
    let sent = 0;
    const span = (): void => {
      const attributes = callAttributes({ turn: 0, conversation: `outage-${sent}` });
      tracer.startSpan('chat gpt-5', { kind: 2, attributes }).end();
      sent++;
    };
    span();
    await provider.forceFlush();
    await way.cut();
    const end = performance.now() + AWAY_MS;
    while (performance.now() < end) {
      span();
      await sleep(AWAY_MS / 60);
    }
    await way.mend();
    span();
    await provider.shutdown();
    expect(await (await database()).prisma.otlpRecord.count()).toBe(sent);
    expect(sent).toBeGreaterThan(50);
  },
  300_000,
);
