export {
  getSessions as GET,
  postSessions as POST,
  deleteManySessions as DELETE,
} from '@/lib/server/http/sessions/sessions';

export const dynamic = 'force-dynamic';
