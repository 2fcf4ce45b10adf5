-- CreateTable
CREATE TABLE "Interrupt" (
    "id" TEXT NOT NULL,
    "threadId" TEXT NOT NULL,
    "invocationId" TEXT NOT NULL,
    "toolCallId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "answer" JSONB,
    "answeredAt" TIMESTAMP(3),

    CONSTRAINT "Interrupt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Interrupt_threadId_idx" ON "Interrupt"("threadId");

-- CreateIndex
CREATE INDEX "Interrupt_invocationId_idx" ON "Interrupt"("invocationId");
