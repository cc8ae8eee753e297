export { getSessions as GET } from '@/lib/server/http/sessions/listing';
export {
  postSessions as POST,
  deleteManySessions as DELETE,
} from '@/lib/server/http/sessions/sessions';

export const dynamic = 'force-dynamic';
