/** Words that give a language away, and what a reader of it is told: the rules know English alone. */
const languages: { words: string; answer: string }[] = [
  {
    words:
      "zeig zeige mir bitte und der die das nach welche welcher wie viele viel umsatz kunden ich wir nicht mit für fuer eine einen pro letzten letztes jahr monat danke was gibt es sind",
    answer: "Ich verstehe leider nur Englisch.",
  },
  {
    words:
      "montre montrez moi affiche les des une par quels quelles combien chiffre affaires clients nous avec pour dernier mois année merci est sont donnees données",
    answer: "Je ne comprends que l’anglais, désolé.",
  },
  {
    words:
      "muestra muestrame muéstrame los las por una cuantos cuántos cuales cuáles ingresos ventas clientes quiero con para ultimo último mes año gracias datos hay qué",
    answer: "Lo siento, solo entiendo inglés.",
  },
  {
    words:
      "mostra mostrami per quali quanti ricavi vendite clienti voglio con ultimo mese anno grazie dati sono che cosa gli della",
    answer: "Mi dispiace, capisco solo l’inglese.",
  },
  {
    words:
      "mostre mostra me por quais quantos receita vendas clientes quero com para último ultimo mês ano obrigado dados são uma os",
    answer: "Desculpe, só entendo inglês.",
  },
  {
    words:
      "toon laat zien mij per welke hoeveel omzet klanten ik wil met voor vorige maand jaar dank zijn het een van de",
    answer: "Sorry, ik begrijp alleen Engels.",
  },
];

const english = new Set(
  "the a an of by in on for with show me what which how why is are was were do does did to and from my our it this that add make build per last year month data please over compare".split(
    " ",
  ),
);

/** A sentence in the language of the text, when it is plainly not English; undefined otherwise. */
export function foreignAnswer(text: string, words: readonly string[]): string | undefined {
  const letters = text.match(/\p{L}/gu) ?? [];
  const foreign = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter));
  if (letters.length > 0 && foreign.length > letters.length / 2) return "";
  if (words.length < 2) return undefined;
  const said = new Set(text.toLowerCase().split(/[^\p{L}]+/u));
  const scored = languages
    .map(({ words: known, answer }) => ({
      answer,
      hits: known.split(" ").filter((word) => said.has(word)).length,
    }))
    .toSorted((a, b) => b.hits - a.hits);
  const inEnglish = words.filter((word) => english.has(word)).length;
  const [best] = scored;
  return best && best.hits >= 2 && best.hits > inEnglish ? best.answer : undefined;
}
