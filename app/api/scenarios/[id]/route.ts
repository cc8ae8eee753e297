import { getScenario, putScenario, removeScenario } from '@/lib/api/server/scenarios';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const GET = getScenario;
export const PUT = putScenario;
export const DELETE = removeScenario;
