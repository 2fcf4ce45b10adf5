export default function Home() {
  return <main>Kaboo Canvas</main>;
}
