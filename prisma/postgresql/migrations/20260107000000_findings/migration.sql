-- AlterTable
ALTER TABLE "Session" ADD COLUMN "found" TEXT;
ALTER TABLE "Session" ADD COLUMN "foundBy" TEXT;

-- CreateTable
CREATE TABLE "Suppression" (
    "id" TEXT NOT NULL,
    "detector" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL DEFAULT '',
    "reason" TEXT NOT NULL,
    "createdAt" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "Suppression_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Suppression_sessionId_detector_key" ON "Suppression"("sessionId", "detector");
