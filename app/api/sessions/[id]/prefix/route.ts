export {
  getPrefix as GET,
  putPrefix as PUT,
  deletePrefix as DELETE,
} from '@/lib/host/server/sessions/prefix';

export const dynamic = 'force-dynamic';
