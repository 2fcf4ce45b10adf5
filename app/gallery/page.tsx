import { notFound } from "next/navigation";
import { Gallery } from "@/app/gallery/gallery";

/** Every kind of widget with typical, extreme and broken rows. For whoever works on them: not in production. */
export default function GalleryPage() {
  if (process.env.NODE_ENV === "production") notFound();
  return <Gallery />;
}
