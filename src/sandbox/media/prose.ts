import type { Segment, Speaker } from '../account-store.ts';
import type { SimulatedCatalogue } from '../catalogue.ts';
import { hashOf, pick } from '../random.ts';

/** The same twenty sentences in some languages, so that a source and a target script belong together. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Good evening, and welcome back to the harbour.',
    'Before the sun comes up, the first boats are already out.',
    'My grandfather built this workshop with his own hands.',
    'Nobody believed that the river would ever be clean again.',
    'And yet, here we are.',
    'Let me show you what we found under the old bridge.',
    'It took us eleven years to get the permission.',
    'Can you hear that?',
    'That is the sound of the tide turning.',
    'We measured the temperature every hour, day and night.',
    'The second season was very different from the first one.',
    'I was afraid, of course, but I did not tell anyone.',
    'This is where the story really begins.',
    'Look at the colour of the water over there.',
    'You learn to listen before you speak.',
    'By noon the market is full of people and noise.',
    'What would you have done in my place?',
    'The answer surprised all of us.',
    'There is no map for this part of the coast.',
    'Thank you for watching, and see you next week.',
  ],
  fr: [
    'Bonsoir, et bienvenue de nouveau au port.',
    'Avant le lever du soleil, les premiers bateaux sont déjà en mer.',
    'Mon grand-père a construit cet atelier de ses propres mains.',
    'Personne ne croyait que la rivière redeviendrait propre.',
    'Et pourtant, nous y voilà.',
    'Laissez-moi vous montrer ce que nous avons trouvé sous le vieux pont.',
    "Il nous a fallu onze ans pour obtenir l'autorisation.",
    'Vous entendez ?',
    "C'est le bruit de la marée qui tourne.",
    'Nous avons mesuré la température toutes les heures, jour et nuit.',
    'La deuxième saison a été très différente de la première.',
    "J'avais peur, bien sûr, mais je ne l'ai dit à personne.",
    "C'est ici que l'histoire commence vraiment.",
    "Regardez la couleur de l'eau là-bas.",
    'On apprend à écouter avant de parler.',
    'À midi, le marché est plein de monde et de bruit.',
    "Qu'auriez-vous fait à ma place ?",
    'La réponse nous a tous surpris.',
    "Il n'existe pas de carte pour cette partie de la côte.",
    'Merci de nous avoir suivis, et à la semaine prochaine.',
  ],
  de: [
    'Guten Abend und willkommen zurück am Hafen.',
    'Noch vor Sonnenaufgang sind die ersten Boote draußen.',
    'Mein Großvater hat diese Werkstatt mit eigenen Händen gebaut.',
    'Niemand glaubte, dass der Fluss je wieder sauber würde.',
    'Und doch sind wir hier.',
    'Ich zeige Ihnen, was wir unter der alten Brücke gefunden haben.',
    'Elf Jahre haben wir auf die Genehmigung gewartet.',
    'Hören Sie das?',
    'Das ist das Geräusch der wechselnden Gezeiten.',
    'Wir haben jede Stunde die Temperatur gemessen, Tag und Nacht.',
    'Die zweite Saison war ganz anders als die erste.',
    'Ich hatte natürlich Angst, aber ich habe es niemandem gesagt.',
    'Hier beginnt die Geschichte eigentlich erst.',
    'Sehen Sie sich die Farbe des Wassers dort drüben an.',
    'Man lernt zuzuhören, bevor man spricht.',
    'Mittags ist der Markt voller Menschen und Lärm.',
    'Was hätten Sie an meiner Stelle getan?',
    'Die Antwort hat uns alle überrascht.',
    'Für diesen Teil der Küste gibt es keine Karte.',
    'Danke fürs Zuschauen und bis nächste Woche.',
  ],
  es: [
    'Buenas noches y bienvenidos de nuevo al puerto.',
    'Antes de que salga el sol, los primeros barcos ya están fuera.',
    'Mi abuelo construyó este taller con sus propias manos.',
    'Nadie creía que el río volvería a estar limpio.',
    'Y sin embargo, aquí estamos.',
    'Les voy a enseñar lo que encontramos bajo el puente viejo.',
    'Tardamos once años en conseguir el permiso.',
    '¿Lo oyen?',
    'Es el sonido de la marea que cambia.',
    'Medimos la temperatura cada hora, de día y de noche.',
    'La segunda temporada fue muy distinta de la primera.',
    'Tenía miedo, claro, pero no se lo dije a nadie.',
    'Aquí es donde empieza de verdad la historia.',
    'Miren el color del agua allá.',
    'Uno aprende a escuchar antes de hablar.',
    'Al mediodía el mercado está lleno de gente y ruido.',
    '¿Qué habrían hecho en mi lugar?',
    'La respuesta nos sorprendió a todos.',
    'No hay mapa para esta parte de la costa.',
    'Gracias por acompañarnos y hasta la próxima semana.',
  ],
  it: [
    'Buonasera e bentornati al porto.',
    'Prima che sorga il sole, le prime barche sono già fuori.',
    'Mio nonno ha costruito questa officina con le sue mani.',
    'Nessuno credeva che il fiume sarebbe tornato pulito.',
    'Eppure, eccoci qui.',
    'Vi mostro che cosa abbiamo trovato sotto il vecchio ponte.',
    'Ci sono voluti undici anni per avere il permesso.',
    'Lo sentite?',
    'È il suono della marea che cambia.',
    'Abbiamo misurato la temperatura ogni ora, giorno e notte.',
    'La seconda stagione è stata molto diversa dalla prima.',
    "Avevo paura, certo, ma non l'ho detto a nessuno.",
    'È qui che comincia davvero la storia.',
    "Guardate il colore dell'acqua laggiù.",
    'Si impara ad ascoltare prima di parlare.',
    'A mezzogiorno il mercato è pieno di gente e di rumore.',
    'Che cosa avreste fatto al mio posto?',
    'La risposta ha sorpreso tutti.',
    'Non esiste una mappa per questo tratto di costa.',
    'Grazie per averci seguito, alla prossima settimana.',
  ],
};

/** A sentence in a language; English where the sandbox does not speak it. */
export function sentence(lang: string, index: number): string {
  return pick(SENTENCES[lang.split('-')[0] ?? ''] ?? SENTENCES['en'] ?? [], index);
}

/** How many sentences the sandbox knows. */
const SENTENCE_COUNT = 20;

export interface ScriptShape {
  /** The seed of the media. */
  media: string;
  count: number;
  speakers: number;
}

/** A script that the media would give in a language. The same media has the same timings in each. */
export function inventScript(lang: string, { media, count, speakers }: ScriptShape): Segment[] {
  const offset = hashOf(media) % SENTENCE_COUNT;
  let at = 400;
  return Array.from({ length: count }, (_, index) => {
    const text = sentence(lang, offset + index);
    const start = at;
    const end = start + 900 + (hashOf(`${media} ${index}`) % 3200);
    at = end + 120 + (hashOf(`${media} pause ${index}`) % 700);
    return { start_ms: start, end_ms: end, text, speaker_id: 1 + (hashOf(`${media} who ${index >> 1}`) % speakers) };
  });
}

/** Script for texts without timings: each lasts as long as it takes to say. */
export function timed(texts: readonly string[], media: string, speakers: number): Segment[] {
  let at = 400;
  return texts.map((text, index) => {
    const start = at;
    const end = start + speakingMs(text);
    at = end + 200;
    return { start_ms: start, end_ms: end, text, speaker_id: 1 + (hashOf(`${media} who ${index >> 1}`) % speakers) };
  });
}

export const speakingMs = (text: string): number => 600 + 55 * text.length;

/** Voices of the target language for so many speakers, or one special key for all. */
export function inventSpeakers(
  catalogue: SimulatedCatalogue,
  lang: string,
  count: number,
  specialKey: string | null,
): Speaker[] {
  const voices = catalogue.voices[lang] ?? [];
  return Array.from({ length: count }, (_, index) => {
    const voice = voices.length > 0 ? pick(voices, index * 7 + (hashOf(lang) % 5)) : undefined;
    return {
      speaker_id: index + 1,
      voice_key: specialKey ?? voice?.voice_key ?? 'soundalike',
      style: voice?.style ?? (index % 2 === 0 ? 'feminine' : 'masculine'),
    };
  });
}
