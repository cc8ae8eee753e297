import { postScenarioOpen } from '@/lib/api/server/open-scenario';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const POST = postScenarioOpen;
