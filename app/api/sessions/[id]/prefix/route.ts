export {
  getPrefix as GET,
  putPrefix as PUT,
  deletePrefix as DELETE,
} from '@/lib/server/http/sessions/prefix';

export const dynamic = 'force-dynamic';
