import { changedSchema } from '@/lib/api/contract/contract';
import {
  promiseInputSchema,
  promiseListSchema,
  storedPromiseSchema,
} from '@/lib/api/contract/promise-contract';
import { formatInteger } from '@/lib/engine/base/format';
import {
  forgetPromise,
  keepPromise,
  listPromises,
  MOST_PROMISES,
} from '@/lib/server/db/runs/promised';
import { handler, jsonBody, notFound, reply, RequestError, type IdPath } from '../handler';

export const getPromised = handler(
  {
    at: 'GET /api/promised',
    about: 'The recommendations that were taken, in the order of the answer to "promises".',
    answer: promiseListSchema,
  },
  async ({ db }) =>
    reply(promiseListSchema, {
      promised: (await listPromises(db)).map(({ id, createdAt }) => ({ id, createdAt })),
    }),
);

export const postPromised = handler(
  {
    at: 'POST /api/promised',
    about: 'Keeps what a recommendation that is taken promises, to be scored by later recordings.',
    body: promiseInputSchema,
    answer: storedPromiseSchema,
    status: 201,
  },
  async ({ db, request }) => {
    const kept = await keepPromise(db, await jsonBody(request, promiseInputSchema));
    if (kept !== null) {
      return reply(storedPromiseSchema, { id: kept.id, createdAt: kept.createdAt }, 201);
    }
    throw new RequestError({
      code: 'conflict',
      message: `The library keeps ${formatInteger(MOST_PROMISES)} promises at most.`,
      hint: 'Delete some of them first.',
    });
  },
);

export const deletePromised = handler<IdPath>(
  {
    at: 'DELETE /api/promised/{id}',
    about: 'Forgets a promise: it is scored no more.',
    answer: changedSchema,
  },
  async ({ db, params }) => {
    if (!(await forgetPromise(db, params.id))) throw notFound('promise');
    return reply(changedSchema, { changed: 1 });
  },
);
