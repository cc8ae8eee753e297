export { postScenarioRestore as POST } from '@/lib/host/server/scenarios';

export const dynamic = 'force-dynamic';
