CREATE TABLE "Promised" (
    "id" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "data" BYTEA NOT NULL,
    "createdAt" DOUBLE PRECISION NOT NULL,
    CONSTRAINT "Promised_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "Promised_sha256_key" ON "Promised"("sha256");
