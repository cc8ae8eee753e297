export {
  getSuppressions as GET,
  postSuppression as POST,
} from '@/lib/host/server/findings/suppressions';

export const dynamic = 'force-dynamic';
