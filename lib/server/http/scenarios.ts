import {
  createScenario,
  deleteScenario,
  findScenario,
  listScenarios,
  MOST_SCENARIOS,
  restoreScenario,
  updateScenario,
  type ScenarioRow,
} from '@/lib/server/db/sessions/scenarios';
import { formatBytes, formatInteger } from '@/lib/engine/base/format';
import { scenarioPlanSchema, type ScenarioPlan } from '@/lib/readers/scenarios/plan';
import {
  MOST_PLAN_BYTES,
  scenarioBriefSchema,
  scenarioInputSchema,
  scenarioListSchema,
  scenarioRecordSchema,
  type ScenarioRecord,
} from '@/lib/api/contract/scenario-contract';
import {
  handler,
  jsonBody,
  notFound,
  reply,
  RequestError,
  type Call,
  type IdPath,
} from './handler';

export const getScenarios = handler(
  { at: 'GET /api/scenarios', about: 'The saved scenarios.', answer: scenarioListSchema },
  async ({ db }) => reply(scenarioListSchema, { scenarios: [...(await listScenarios(db))] }),
);

export const postScenario = handler(
  {
    at: 'POST /api/scenarios',
    about: 'Saves a scenario.',
    answer: scenarioRecordSchema,
    status: 201,
  },
  async ({ db, request }) => {
    const row = await createScenario(db, await savedOf(request));
    if (row === null) {
      const message = `The library keeps ${formatInteger(MOST_SCENARIOS)} scenarios at most.`;
      throw new RequestError({ code: 'conflict', message, hint: 'Delete some of them first.' });
    }
    return reply(scenarioRecordSchema, recordOf(row), 201);
  },
);

export const getScenario = handler<IdPath>(
  {
    at: 'GET /api/scenarios/{id}',
    about: 'A scenario with its plan.',
    answer: scenarioRecordSchema,
  },
  async (call) => reply(scenarioRecordSchema, recordOf(await requireScenario(call))),
);

export const putScenario = handler<IdPath>(
  {
    at: 'PUT /api/scenarios/{id}',
    about: 'Replaces the plan of a scenario.',
    answer: scenarioRecordSchema,
  },
  async (call) => {
    const { db, request, params } = call;
    if (!(await updateScenario(db, params.id, await savedOf(request)))) throw notFound('scenario');
    return reply(scenarioRecordSchema, recordOf(await requireScenario(call)));
  },
);

export const removeScenario = handler<IdPath>(
  {
    at: 'DELETE /api/scenarios/{id}',
    about: 'Removes a scenario from the list; it can be restored for a day.',
    answer: scenarioBriefSchema,
  },
  async (call) => {
    const row = await requireScenario(call);
    await deleteScenario(call.db, row.id);
    const { json: _, deletedAt: __, ...brief } = row;
    return reply(scenarioBriefSchema, brief);
  },
);

export const postScenarioRestore = handler<IdPath>(
  {
    at: 'POST /api/scenarios/{id}/restore',
    about: 'Puts a removed scenario back.',
    answer: scenarioRecordSchema,
  },
  async (call) => {
    if (!(await restoreScenario(call.db, call.params.id))) throw notFound('scenario');
    return reply(scenarioRecordSchema, recordOf(await requireScenario(call)));
  },
);

async function requireScenario({ db, params }: Call<IdPath>): Promise<ScenarioRow> {
  const row = await findScenario(db, params.id);
  if (row === null) throw notFound('scenario');
  return row;
}

/** Plan of a request, to store. @throws RequestError if it is invalid or too large. */
async function savedOf(request: Request): Promise<{ name: string; json: string }> {
  const { plan } = await jsonBody(request, scenarioInputSchema);
  const json = JSON.stringify(plan satisfies ScenarioPlan);
  const bytes = Buffer.byteLength(json);
  if (bytes > MOST_PLAN_BYTES) {
    throw new RequestError({
      code: 'too-large',
      message: `The scenario takes ${formatBytes(bytes)}; at most ${formatBytes(MOST_PLAN_BYTES)}.`,
      hint: 'Keep it as a file, or give it fewer turns of its own.',
    });
  }
  return { name: plan.name, json };
}

function recordOf({ id, name, createdAt, updatedAt, json }: ScenarioRow): ScenarioRecord {
  return { id, name, createdAt, updatedAt, plan: scenarioPlanSchema.parse(JSON.parse(json)) };
}
