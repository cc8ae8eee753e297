import { postScenarioRestore } from '@/lib/api/server/scenarios';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const POST = postScenarioRestore;
