export { getScenarios as GET, postScenario as POST } from '@/lib/server/http/scenarios';

export const dynamic = 'force-dynamic';
