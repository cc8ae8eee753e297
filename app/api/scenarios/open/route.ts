export { postScenarioOpen as POST } from '@/lib/server/http/open-scenario';

export const dynamic = 'force-dynamic';
