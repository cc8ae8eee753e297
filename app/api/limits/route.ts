import { getLimits, putLimits } from '@/lib/api/server/limits';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const GET = getLimits;
export const PUT = putLimits;
