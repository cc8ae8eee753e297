export { getScenarios as GET, postScenario as POST } from '@/lib/host/server/scenarios';

export const dynamic = 'force-dynamic';
