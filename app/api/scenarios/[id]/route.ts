export {
  getScenario as GET,
  putScenario as PUT,
  removeScenario as DELETE,
} from '@/lib/server/http/scenarios';

export const dynamic = 'force-dynamic';
