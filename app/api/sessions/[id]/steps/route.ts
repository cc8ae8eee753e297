import { getSteps } from '@/lib/api/server/texts';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const GET = getSteps;
