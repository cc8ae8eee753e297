import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { errorEnvelopeSchema } from '@/lib/api/contract/contract';
import { otlpStatusSchema } from '@/lib/api/contract/ingest-contract';
import { database } from '@/lib/server/db/client';
import { outageBefore, type Outage } from '@/lib/server/db/testing/outage';
import { temporaryUrl, type TemporaryUrl } from '@/lib/server/db/testing/temporary-database';
import { canonicalTrace } from '@/lib/server/import/testing/trace-fixture';
import { closeOtlpInbox } from '@/lib/server/live/otlp-inbox';
import { getHealth, getLive, getReady } from './health';
import type { RouteHandler } from './handler';
import { postIngest } from './imports/ingest';
import { postTraces } from './live/otlp';
import { getSessions } from './sessions/listing';
import { callPayload } from './testing/telemetry';
import { idleImportHost } from './testing/idle-import-host';

idleImportHost();

const request = (path: string, body?: string): Request =>
  new Request(`http://127.0.0.1:3000${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined ? {} : { body }),
    headers: { host: '127.0.0.1:3000', 'content-type': 'application/json' },
  });

const noParams = { params: Promise.resolve({} as never) };
const ask = (route: RouteHandler<never>, path: string, body?: string): Promise<Response> =>
  route(request(path, body), noParams);

const ready = (): Promise<Response> => ask(getReady, '/api/health/ready');
const live = (): Promise<Response> => ask(getLive, '/api/health/live');
const send = (turn: number): Promise<Response> =>
  postTraces(request('/v1/traces', JSON.stringify(callPayload({ turn }, turn + 1, turn + 1))));

/** The reason and the advice of a refusal that passes. */
async function expectUnavailable(answer: Response): Promise<void> {
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  const { error } = errorEnvelopeSchema.parse(await answer.json());
  expect(error.code).toBe('storage');
  expect(error.message).toMatch(/cannot be reached/);
}

describe.runIf(process.env['HIGHWATER_TEST_DATABASE'] === 'postgresql')(
  'while PostgreSQL cannot be reached',
  () => {
    let temporary: TemporaryUrl;
    let way: Outage;
    beforeAll(async () => {
      vi.spyOn(console, 'error').mockReturnValue();
      temporary = await temporaryUrl();
      way = await outageBefore(temporary.url);
      process.env['DATABASE_URL'] = way.url;
      expect((await ready()).status).toBe(200);
      await way.cut();
    });
    afterAll(async () => {
      await closeOtlpInbox();
      await (await database()).close();
      await way.cut();
      await temporary.remove();
    });

    it('the process is alive, and not ready', async () => {
      expect((await live()).status).toBe(200);
      await expectUnavailable(await ready());
    });

    const asked: readonly {
      readonly path: string;
      readonly route: RouteHandler<never>;
      readonly body?: string;
    }[] = [
      { path: '/api/health', route: getHealth },
      { path: '/api/sessions', route: getSessions },
      { path: '/api/v1/sessions', route: postIngest, body: canonicalTrace('a', 2) },
    ];

    it.each(asked)('$path answers 503, with the seconds to wait', async ({ path, route, body }) => {
      await expectUnavailable(await ask(route, path, body));
    });

    it('telemetry is to be sent again, and is stored then', async () => {
      const refused = await send(0);
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      // gRPC's UNAVAILABLE.
      expect(otlpStatusSchema.parse(await refused.json()).code).toBe(14);
      await way.mend();
      expect((await ready()).status).toBe(200);
      expect((await send(0)).status).toBe(200);
      expect(await (await database()).prisma.otlpRecord.count()).toBe(1);
      await way.cut();
      expect((await send(1)).status).toBe(503);
      await way.mend();
      expect((await send(1)).status).toBe(200);
      await way.cut();
    });
  },
);

it('without an outage a server is alive and ready', async () => {
  expect((await live()).status).toBe(200);
});
