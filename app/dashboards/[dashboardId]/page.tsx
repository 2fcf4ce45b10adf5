import type { Metadata } from "next";
import { DashboardPage } from "@/app/_canvas/dashboard-page";

export const metadata: Metadata = { title: "Dashboard" };

type Props = {
  params: Promise<{ dashboardId: string }>;
  searchParams: Promise<{ view?: string | string[] }>;
};

/** One dashboard alone, without a conversation; `?view=1` only shows it (D11). */
export default async function Page({ params, searchParams }: Props) {
  const [{ dashboardId }, { view }] = await Promise.all([params, searchParams]);
  return <DashboardPage id={dashboardId} readOnly={view === "1"} />;
}
