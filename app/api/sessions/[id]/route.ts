export {
  getSession as GET,
  patchSession as PATCH,
  deleteSession as DELETE,
} from '@/lib/host/server/sessions/sessions';

export const dynamic = 'force-dynamic';
