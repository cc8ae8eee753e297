export {
  getSession as GET,
  patchSession as PATCH,
  deleteSession as DELETE,
} from '@/lib/server/http/sessions/sessions';

export const dynamic = 'force-dynamic';
