export { postScenarioOpen as POST } from '@/lib/host/server/open-scenario';

export const dynamic = 'force-dynamic';
