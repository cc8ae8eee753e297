export {
  getSuppressions as GET,
  postSuppression as POST,
} from '@/lib/server/http/findings/suppressions';

export const dynamic = 'force-dynamic';
