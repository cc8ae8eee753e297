export { getSessions as GET } from '@/lib/host/server/sessions/listing';
export {
  postSessions as POST,
  deleteManySessions as DELETE,
} from '@/lib/host/server/sessions/sessions';

export const dynamic = 'force-dynamic';
