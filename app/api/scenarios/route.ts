import { getScenarios, postScenario } from '@/lib/api/server/scenarios';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const GET = getScenarios;
export const POST = postScenario;
