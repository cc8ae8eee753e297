export { postScenarioRestore as POST } from '@/lib/server/http/scenarios';

export const dynamic = 'force-dynamic';
