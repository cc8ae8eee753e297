export {
  getSessions as GET,
  postSessions as POST,
  deleteManySessions as DELETE,
} from '@/lib/host/server/sessions/sessions';

export const dynamic = 'force-dynamic';
