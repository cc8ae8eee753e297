export {
  getScenario as GET,
  putScenario as PUT,
  removeScenario as DELETE,
} from '@/lib/host/server/scenarios';

export const dynamic = 'force-dynamic';
