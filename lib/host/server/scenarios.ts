import {
  createScenario,
  deleteScenario,
  findScenario,
  listScenarios,
  MOST_SCENARIOS,
  restoreScenario,
  updateScenario,
  type ScenarioRow,
} from '@/lib/host/db/sessions/scenarios';
import { formatBytes, formatInteger } from '@/lib/base/format';
import { scenarioPlanSchema, type ScenarioPlan } from '@/lib/scenarios/plan';
import {
  MOST_PLAN_BYTES,
  scenarioBriefSchema,
  scenarioInputSchema,
  scenarioListSchema,
  scenarioRecordSchema,
  type ScenarioRecord,
} from '@/lib/host/api/contract/scenario-contract';
import {
  handler,
  jsonBody,
  notFound,
  reply,
  RequestError,
  type Call,
  type IdPath,
} from './handler';

/** GET /api/scenarios: the saved ones. */
export const getScenarios = handler(async ({ db }) =>
  reply(scenarioListSchema, { scenarios: [...(await listScenarios(db))] }),
);

/** POST /api/scenarios: saves a new one; 201. */
export const postScenario = handler(async ({ db, request }) => {
  const row = await createScenario(db, await savedOf(request));
  if (row === null) {
    const message = `The library keeps ${formatInteger(MOST_SCENARIOS)} scenarios at most.`;
    throw new RequestError({ code: 'conflict', message, hint: 'Delete some of them first.' });
  }
  return reply(scenarioRecordSchema, recordOf(row), 201);
});

/** GET /api/scenarios/[id]: a scenario with its plan. */
export const getScenario = handler<IdPath>(async (call) =>
  reply(scenarioRecordSchema, recordOf(await requireScenario(call))),
);

/** PUT /api/scenarios/[id]: replaces its plan. */
export const putScenario = handler<IdPath>(async (call) => {
  const { db, request, params } = call;
  if (!(await updateScenario(db, params.id, await savedOf(request)))) throw notFound('scenario');
  return reply(scenarioRecordSchema, recordOf(await requireScenario(call)));
});

/** DELETE /api/scenarios/[id]: removes it from the list; it can be restored for a day. */
export const removeScenario = handler<IdPath>(async (call) => {
  const row = await requireScenario(call);
  await deleteScenario(call.db, row.id);
  const { json: _, deletedAt: __, ...brief } = row;
  return reply(scenarioBriefSchema, brief);
});

/** POST /api/scenarios/[id]/restore. */
export const postScenarioRestore = handler<IdPath>(async (call) => {
  if (!(await restoreScenario(call.db, call.params.id))) throw notFound('scenario');
  return reply(scenarioRecordSchema, recordOf(await requireScenario(call)));
});

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
