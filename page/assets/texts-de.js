/** The texts of the page in German, with the exports of `texts-en.js`. Terms of Sudoku are those of the hints of the service. */

import { formatsOf } from "./formats.js";
import { JOB_COUNT_MAX } from "./jobs-api.js";
import { SIZE_MAX, SIZE_MIN } from "./symbols.js";

/** @typedef {import("./api.js").Level} Level */
/** @typedef {import("./texts.js").Words} Words */

const A_FILE = "einer Datei";

/** @type {Words["formats"]} */
export const formats = formatsOf("de");

const { number, counted, threeDigits, oneDecimal, approximate } = formats;

// Labels.

/** @type {Words["labels"]} */
export const labels = {
  add: "Anzahl",
  allConstraints: "Alle Regeln",
  allSteps: "Alle Schritte",
  apiKey: "API-Schlüssel",
  box: "Block",
  cancel: "Abbrechen",
  cancelJob: "Auftrag abbrechen",
  candidates: "Kandidaten",
  centre: "Mitte",
  check: "Prüfen",
  checkEntries: "Prüfen",
  choose: "Auswählen …",
  clear: "Leeren",
  close: "Schließen",
  code: "Dasselbe im eigenen Programm",
  colours: "Farbe",
  controls: "Bedienung und Antworten",
  copy: "Kopieren",
  copyLink: "Link kopieren",
  corners: "Ecke",
  count: "Zählen",
  cover: "Überdeckung",
  coverHelp:
    "Elemente in der ersten Zeile, sekundäre nach „|“; dann eine Zeile für jede Option. Auch JSON oder Zeilen aus 0 und 1.",
  coverProblem: "Problem der exakten Überdeckung",
  daily: "Tagesrätsel",
  date: "Datum",
  digits: "Ziffer",
  docs: "API-Dokumentation (Englisch)",
  documentation: "Dokumentation",
  downloadResults: "Ergebnisse herunterladen",
  dropProblem: "Datei mit einem Problem hier ablegen",
  dropPuzzle: "Textdatei mit einem Rätsel hier ablegen",
  dropPuzzles: "Datei mit Rätseln hier ablegen",
  edit: "Lösen",
  example: "Beispiel",
  exampleChoice: "Beispiel …",
  file: "Datei",
  goOn: "Pause. Weiterspielen",
  grid: "Sudoku-Gitter",
  gridHelp:
    "Pfeiltasten bewegen die Auswahl, mit der Umschalttaste wählen sie mehrere Zellen. Eine Ziffer oder ein Buchstabe füllt eine Zelle, " +
    "Entf leert sie. Die Eingabetaste wechselt zwischen Ziffern und Notizen in der Mitte. Beim Spielen gibt ein Fragezeichen einen Tipp, " +
    "dann mehr davon. Rätsel lassen sich in jeder Schreibweise einfügen.",
  hint: "Tipp",
  inProgress: "In Arbeit",
  job: "Auftrag",
  jobFileHelp:
    "Ein Rätsel in jeder Zeile oder ein anderes Textformat; NDJSON und CSV werden an der Endung erkannt. Auch Dateien mit den Endungen .gz und .zst werden gelesen.",
  jobs: "Aufträge",
  jobsOfBrowser: "Aufträge dieses Browsers",
  keys: "Tasten",
  language: "Programmiersprache",
  lead: "Löst, zählt und beweist jedes Sudoku und erklärt jeden Schritt.",
  level: "Stufe",
  matrix: "Optionen und Elemente",
  matrixHelp:
    "Eine Zeile für jede Option, eine Spalte für jedes Element. Sekundäre Elemente stehen kursiv nach einer gestrichelten Linie. ✓ steht vor den gewählten Optionen.",
  more: "Weiteres",
  newJob: "Neuer Auftrag",
  newPuzzle: "Neues Rätsel",
  newPuzzles: "Neue Rätsel",
  next: "Nächste Fragen",
  number: "Anzahl",
  ofLevel: "der Stufe",
  open: "Öffnen …",
  pageLanguage: "Sprache",
  pageTitle: "Quadrille: Sudoku spielen, lösen und prüfen",
  paste: "Einfügen …",
  pasteHelp:
    "Ein Zeichen je Zelle, ein gezeichnetes Gitter, Zellen einer Tabelle, JSON (auch mit Regeln), Datei oder Link eines anderen Programms. Leere Zellen sind „.“ oder „0“.",
  pasteTitle: "Rätsel einfügen",
  pause: "Pause",
  perPage: "Rätsel je Seite",
  play: "Spielen",
  playDaily: "Spielen",
  print: "Drucken",
  printMany: "Mehrere drucken …",
  printTitle: "Mehrere Rätsel drucken",
  puzzle: "Rätsel",
  random: "Zufälliges Rätsel",
  rating: "Bewerten",
  redo: "Wiederholen",
  redundant: "Entbehrliche Vorgaben",
  removeJob: "Auftrag entfernen",
  removeRules: "Diese Regeln entfernen",
  request: "Anfrage",
  restart: "Von vorn",
  rules: "Weitere Regeln",
  savePng: "Als PNG speichern",
  saveSvg: "Als SVG speichern",
  scrolls: "Das Gitter ist größer als der Bildschirm: zum Verschieben ziehen.",
  settings: "Einstellungen",
  share: "Teilen …",
  shareTitle: "Dieses Rätsel teilen",
  sheetsHelp:
    "Ein Rätsel je Zeile: ein Zeichen je Zelle, „.“ oder „0“ für leere Zellen. Eine Zeile, die mit „#“ beginnt, ist eine Überschrift auf einer neuen Seite.",
  showCandidates: "Kandidaten anzeigen",
  showSolution: "Lösung",
  size: "Größe",
  solve: "Lösen",
  startJob: "Auftrag starten",
  stepBack: "Voriger Schritt",
  stepOn: "Nächster Schritt",
  steps: "Schritte",
  stop: "Anhalten",
  sudokupad: "In SudokuPad öffnen",
  symmetry: "Symmetrie",
  theme: "Farben",
  time: "Zeit",
  tools: "Ziffern und Notizen",
  undo: "Rückgängig",
  useKey: "Schlüssel verwenden",
  usePuzzle: "Dieses Rätsel verwenden",
  views: "Ansichten",
  withSolutions: "Lösungen auf den Seiten danach",
  work: "Aufgabe",
};

/** @type {Words["nextTexts"]} */
export const nextTexts = {
  solve: "Lösen",
  check: "Prüfen",
  count: "Zählen",
  candidates: "Kandidaten aller Lösungen anzeigen",
  redundant: "Entbehrliche Vorgaben finden",
  reduce: "Entbehrliche Vorgaben entfernen",
  rate: "Schwierigkeit bewerten",
  hintHouse: "Nächster Tipp",
  hintTechnique: "Technik nennen",
  hintAll: "Schritt anzeigen",
  apply: "Schritt ausführen",
  estimate: "Anzahl der Lösungen schätzen",
  mistakes: "Einträge prüfen",
  contradiction: "Widersprüchliche Vorgaben anzeigen",
  generate: "Neues Rätsel",
  path: "Alle Schritte",
  prove: "Beweis",
  proveSums: "Beweis",
  formulaFile: "Formel herunterladen",
  proofFile: "Beweis herunterladen",
  job: "Alle Lösungen als Auftrag zählen",
  jobOfPuzzles: "100 davon als Auftrag erzeugen",
  cancel: "Abbrechen",
  resume: "Letztes Rätsel fortsetzen",
};

/** @type {Words["hintTexts"]} */
export const hintTexts = { hintHouse: "Tipp", hintTechnique: "Technik?", hintAll: "Schritt?", apply: "Ausführen" };

/** @type {Words["levelTexts"]} */
export const levelTexts = { easy: "Leicht", medium: "Mittel", hard: "Schwer", expert: "Experte", extreme: "Extrem" };

/** @type {Words["symmetryTexts"]} */
export const symmetryTexts = {
  none: "Keine Symmetrie",
  rotate180: "Halbe Drehung",
  rotate90: "Vierteldrehung",
  horizontal: "Links wie rechts",
  vertical: "Oben wie unten",
  diagonal: "Diagonale",
  antidiagonal: "Andere Diagonale",
  full: "Alle Symmetrien",
};

/** @type {Words["switchTexts"]} */
export const switchTexts = {
  conflicts: "Gleiche Ziffern in Zeile, Spalte, Block oder Käfig sofort markieren",
  houses: "Zeile, Spalte und Block der gewählten Zelle hervorheben",
  equals: "Ziffern hervorheben, die der gewählten gleichen",
  timer: "Zeit anzeigen",
  removesMarks: "Eine Ziffer entfernt die Notizen, die sie ausschließt",
  fixedMarks: "Jeder Notiz in der Mitte einen festen Platz geben",
};

/** @type {Words["themeTexts"]} */
export const themeTexts = { system: "Wie das System", light: "Hell", dark: "Dunkel" };

/** @type {Words["languageTexts"]} */
export const languageTexts = { auto: "Automatisch", en: "English", de: "Deutsch" };

/** @type {Words["keyTexts"]} */
export const keyTexts = [
  ["Pfeiltasten", "bewegen; mit Umschalt oder Strg mehrere Zellen wählen"],
  ["1–9, A–Z", "eine Ziffer oder was das gewählte Werkzeug schreibt"],
  ["Umschalt + Ziffer", "Notiz in der Ecke"],
  ["Strg + Ziffer", "Notiz in der Mitte"],
  ["Alt + Ziffer", "Farbe"],
  ["Z X C V", "Werkzeuge: Ziffer, Ecke, Mitte, Farbe"],
  ["Eingabe", "Ziffern oder Notizen in der Mitte"],
  ["Entf, 0, Leertaste", "leeren"],
  ["?", "Tipp, dann mehr davon"],
  ["Strg + Z, Strg + Y", "rückgängig, wiederholen"],
  ["Strg + A, Esc", "alle Zellen wählen, eine Zelle wählen"],
  ["Strg + Klick, Ziehen", "mehrere Zellen wählen"],
  ["Doppelklick", "gleiche Ziffern wählen"],
  ["Langer Druck", "auf eine Zifferntaste: Notiz in der Mitte; auf eine Zelle: auch diese wählen"],
];

/** @type {Words["welcomes"]} */
export const welcomes = {
  edit: [
    "Rätsel eingeben, einfügen oder ein Beispiel auswählen",
    "Jede Ziffer führt zur nächsten Zelle; 0, Leertaste oder Punkt lassen eine Zelle leer. „Lösen“ füllt das Gitter, „Prüfen“ sagt, ob es genau eine Lösung gibt, „Zählen“ findet alle.",
  ],
  play: [
    "Dieses Rätsel spielen",
    "Die Vorgaben stehen fest. Ziffern und Notizen lassen sich eintippen; die Zeit läuft ab der ersten Ziffer.",
  ],
  cover: [
    "Problem der exakten Überdeckung eingeben oder ein Beispiel auswählen",
    "„Lösen“ findet eine Lösung und sagt, ob sie die einzige ist. „Zählen“ findet alle.",
  ],
};

/** @type {Words["exampleTexts"]} */
export const exampleTexts = {
  easy: "Leichtes 9x9",
  seventeen: "17 Vorgaben, die kleinste mögliche Zahl",
  hard: "Schweres 9x9",
  multiple: "Mehrere Lösungen",
  unsolvable: "Keine Lösung",
  sixteen: "16x16",
  "twenty-five": "25x25",
  killer: "Killer 6x6 mit einem Thermometer",
};

/** @type {Words["coverExampleTexts"]} */
export const coverExampleTexts = {
  matrix: "Matrix aus 6 Optionen und 7 Elementen",
  colours: "Kleines Problem mit Farben",
  queens: "6 Damen",
  langford: "Langford-Paare aus 3 Zahlen",
  pentominoes: "Drei Pentominos in 3x5 Zellen",
  timetable: "Stundenplan zweier Klassen",
};

/** @type {Words["notes"]} */
export const notes = {
  loaded: "Rätsel geladen",
  editHelp: "Es lässt sich lösen, prüfen, zählen oder spielen.",
  loading: "Das Rätsel von heute wird geholt",
  cancelled: ["Abgebrochen", "Es wurde kein Rätsel erzeugt."],
  stopped: "Angehalten",
  stepDone: ["Ausgeführt", "„Rückgängig“ nimmt den Schritt zurück."],
  paused: ["Pause", "Das Gitter ist verdeckt, die Zeit steht."],
  copied: "Kopiert",
  notAllowed: "Der Browser erlaubt es nicht",
  saved: "Gespeichert",
  noLink: "Das Rätsel ist zu groß für einen Link.",
  noSudokupad: "SudokuPad kann dieses Rätsel nicht anzeigen.",
  failure: "Das hat nicht geklappt",
  offline: "Keine Verbindung zum Dienst",
  offlineHelp: "Spielen geht auch ohne sie. Tipps, neue Rätsel und Prüfungen brauchen sie: bitte später wieder versuchen.",
};

/** @type {Words["faultTexts"]} */
export const faultTexts = {
  empty_body: "Es gibt nichts zu lesen.",
  invalid_utf8: "Das ist kein Text.",
  json_syntax: "Das ist kein gültiges JSON.",
  puzzle_length: "Die Anzahl der Zellen passt zu keinem Gitter: ein 9x9 hat 81 Zellen, ein 6x6 hat 36.",
  row_length: "Die Zeilen sind verschieden lang.",
  unknown_symbol:
    "Ein Zeichen ist weder eine Ziffer noch eine leere Zelle. Erlaubt sind Ziffern, für leere Zellen ein Punkt oder 0.",
  mixed_empty_symbols: "Leere Zellen sind mit verschiedenen Zeichen geschrieben. Nur eines davon verwenden, etwa den Punkt.",
  digit_too_large: "Eine Ziffer ist größer als das Gitter.",
  box_mismatch: "Die Blöcke passen nicht zum Gitter.",
  ambiguous_format: "Dieser Text lässt sich auf zwei Arten lesen. Ein Zeichen je Zelle schreiben oder das Gitter zeichnen.",
  format_syntax: "Das sieht wie ein bekanntes Format aus, hat aber einen Fehler.",
  several_puzzles: "Das sind mehrere Rätsel. Eines davon einfügen oder „Mehrere drucken …“ für alle verwenden.",
  damaged_link: "Der Link ist beschädigt: er wurde gekürzt oder verändert.",
  constraint_unsupported: "Das Rätsel hat eine Regel, die sich hier noch nicht lösen lässt.",
  invalid_constraint: "Eine Regel hat einen Fehler.",
  invalid_regions: "Die Regionen haben einen Fehler.",
  not_representable: "Das Rätsel lässt sich nicht in dieser Form schreiben.",
  no_canonical_form: "Das Rätsel ist zu groß dafür.",
  excluded_clue: "Eine Vorgabe gehört nicht zu den Kandidaten ihrer Zelle.",
  contradiction: "Zwei der Werte schließen einander aus.",
  out_of_range: "Ein Wert ist zu klein oder zu groß.",
  invalid_name: "Der Name eines Elements oder einer Farbe ist leer, zu lang oder hat ein Zeichen, das nicht erlaubt ist.",
  duplicate_item: "Ein Element kommt zweimal vor.",
  unknown_item: "Eine Option hat ein Element, das die erste Zeile nicht nennt.",
  coloured_primary: "Eine Option gibt einem primären Element eine Farbe: nur sekundäre Elemente haben Farben.",
  ambiguous_items: "Elemente sind durch Zahlen angegeben, die sich auf zwei Arten lesen lassen.",
  problem_too_large: "Das Problem ist zu groß.",
  body_too_large: "Das ist zu groß.",
  unauthorized: "Dieser Dienst verlangt einen API-Schlüssel.",
  rate_limited: "Zu viele Anfragen: einen Moment warten, dann wieder versuchen.",
  share_exceeded: "Zu viele Anfragen zugleich: warten, bis die anderen beendet sind.",
  overloaded: "Der Dienst ist ausgelastet: in einem Moment wieder versuchen.",
  shutting_down: "Der Dienst wird gerade beendet: in einem Moment wieder versuchen.",
  request_timeout: "Die Verbindung war zu langsam: wieder versuchen.",
  internal: "Der Dienst hat einen Programmfehler: bitte melden.",
  answer_cut: "Die Verbindung endete vor der Antwort: wieder versuchen.",
  upload_cut: "Die Verbindung endete, bevor die Datei gesendet war: wieder versuchen.",
  size_not_drawn: `Diese Seite zeichnet Größen von ${SIZE_MIN} bis ${SIZE_MAX}.`,
  no_puzzle_found: "Es wurde kein Rätsel gefunden: eine andere Stufe oder Symmetrie wählen.",
};

/** @type {Words["linkTexts"]} */
export const linkTexts = {
  damaged: "Dieser Link ist beschädigt",
  changed: "Er wurde unterwegs gekürzt oder verändert.",
  copyAgain: "Bitte den ganzen Link kopieren oder noch einmal darum bitten.",
  unread: (/** @type {string} */ part) => `Sein Teil „${part}“ ist nicht lesbar.`,
  misplaced: (/** @type {string} */ part) => `Sein Teil „${part}“ steht hinter einem „?“. Dort gehört ein „#“ statt des „?“ hin.`,
  book: "Ein Heft hat 1 bis 1000 Rätsel.",
};

/** @type {Words["sheetNotes"]} */
export const sheetNotes = {
  printedWhenDone: "Das Heft wird gedruckt, wenn alle erzeugt sind.",
  printAgain: "Um das Heft noch einmal zu drucken, die Seite drucken.",
  cancelled: "Abgebrochen",
  empty: "In jede Zeile ein Rätsel schreiben.",
  solutions: "Lösungen",
  added: (count) => `${number(count)} Rätsel hinzugefügt`,
  made: (made, count) => `${number(made)} von ${number(count)} Rätseln`,
  done: (count) => `${number(count)} Rätsel`,
  tooMany: (most) => `Höchstens ${most} Rätsel drucken.`,
  noPuzzle: (line) => `Zeile ${line} ist kein Rätsel: ein Zeichen je Zelle schreiben und einen Punkt für eine leere Zelle.`,
};

/** @type {Words["matrixTexts"]} */
export const matrixTexts = {
  none: "Noch gibt es keine Optionen zu zeichnen.",
  option: "Option",
  primary: (name) => `${name}: primäres Element`,
  secondary: (name) => `${name}: sekundäres Element`,
  chosenOptions: (shown, all) => `${shown} gewählte von ${all} Optionen`,
  firstOptions: (shown, all) => `die ersten ${shown} von ${all} Optionen`,
  firstItems: (shown, all) => `die ersten ${shown} von ${all} Elementen`,
  part: (shown) => `Großes Problem: das Bild zeigt ${shown.join(" und ")}.`,
};

/** @type {Words["jobKindTexts"]} */
export const jobKindTexts = {
  puzzle: "Alle Lösungen des Rätsels zählen",
  problem: "Alle Lösungen des Problems der exakten Überdeckung zählen",
  generate: "Neue Rätsel erzeugen",
};

/** @type {Words["fileKindTexts"]} */
export const fileKindTexts = {
  check: { title: (file = A_FILE) => `Rätsel prüfen: ${file}`, help: "Hat jedes Rätsel genau eine Lösung?" },
  solve: { title: (file = A_FILE) => `Rätsel lösen: ${file}`, help: "Die Lösung jedes Rätsels." },
  rate: { title: (file = A_FILE) => `Rätsel bewerten: ${file}`, help: "Punkte, Stufe und Techniken jedes Rätsels." },
  count: {
    title: (file = A_FILE) => `Lösungen jedes Rätsels zählen: ${file}`,
    help: `Die Anzahl der Lösungen jedes Rätsels, bis ${number(JOB_COUNT_MAX)}.`,
  },
  minimal: {
    title: (file = A_FILE) => `Entbehrliche Vorgaben finden: ${file}`,
    help: "Die Vorgaben, ohne die ein Rätsel immer noch eine Lösung hat.",
  },
  candidates: {
    title: (file = A_FILE) => `Kandidaten der Rätsel finden: ${file}`,
    help: "Für jede Zelle die Ziffern, die in einer Lösung vorkommen.",
  },
  canonical: {
    title: (file = A_FILE) => `Kanonische Formen der Rätsel finden: ${file}`,
    help: "Zwei Rätsel sind bis auf Symmetrien gleich, wenn ihre kanonischen Formen gleich sind.",
  },
  cover: {
    title: (file = A_FILE) => `Lösungen von Problemen der exakten Überdeckung zählen: ${file}`,
    help: `NDJSON: ein Problem in jeder Zeile. Je bis zu ${number(JOB_COUNT_MAX)} Lösungen.`,
  },
};

/** @type {Words["jobTexts"]} */
export const jobTexts = {
  begin: [
    "Auftrag starten oder einen dieses Browsers öffnen",
    "Ein Auftrag zählt, löst oder erzeugt Rätsel, auch während diese Seite geschlossen ist.",
  ],
  looking: "Der Auftrag wird gesucht",
  cancelled: ["Abgebrochen", "Es wurde kein Auftrag gestartet."],
  silent: "Der Dienst antwortet nicht",
  downloadSoFar: "Bisherige Ergebnisse herunterladen",
  noJobs: "Noch keine Aufträge dieses Browsers",
  noProblem: "Zuerst in der Ansicht „Überdeckung“ ein Problem eingeben.",
  countOfProblem: "Zählung eines Problems der exakten Überdeckung",
};

/** @type {Words["stateTexts"]} */
export const stateTexts = {
  queued: "Wartet",
  running: "Läuft",
  cancelling: "Wird abgebrochen",
  succeeded: "Fertig",
  failed: "Fehlgeschlagen",
  cancelled: "Abgebrochen",
  expired: "Abgelaufen",
};

/** @type {Words["operationTexts"]} */
export const operationTexts = {
  solve: "Lösungen",
  count: "Zählung",
  rate: "Bewertung",
  minimal: "Entbehrliche Vorgaben",
  canonical: "Kanonische Formen",
  shuffle: "Gemischte Rätsel",
  candidates: "Kandidaten",
  generate: "Neue Rätsel",
  exact_cover_count: "Zählung exakter Überdeckungen",
  solutions: "Alle Lösungen",
  exact_cover_solutions: "Alle exakten Überdeckungen",
  prove: "Beweis",
  exact_cover_prove: "Beweis über exakte Überdeckungen",
};

/** @type {Words["tallyTexts"]} */
export const tallyTexts = {
  unique: "Eine Lösung",
  multiple: "Mehrere Lösungen",
  solvable: "Lösbar",
  none: "Keine Lösung",
  answered: "Beantwortet",
  unknown: "Grenze erreicht",
  errors: "Ungültig",
};

// Names.

/** @type {Readonly<Record<string, string>>} */
const constraintTypes = {
  anti_king: "Königsabstand",
  anti_knight: "Springerabstand",
  anti_taxicab: "Taxiabstand",
  arrow: "Pfeil",
  automaton: "Automat",
  between_line: "Zwischenlinie",
  cage: "Käfig",
  clone: "Klon",
  contain_at_least: "Enthält mindestens",
  contain_exactly: "Enthält genau",
  count_distinct: "Anzahl verschiedener Ziffern",
  counting_circles: "Zählende Kreise",
  diagonals: "Diagonalen",
  difference: "Differenz",
  disjoint_groups: "Gleiche Plätze der Blöcke",
  double_arrow: "Doppelpfeil",
  entropic: "Entropielinie",
  equal_sums: "Gleiche Summen",
  equality_cage: "Gleichheitskäfig",
  even: "Gerade",
  extra_region: "Zusatzregion",
  global_entropy: "Entropie überall",
  global_modular: "Reste überall",
  greater_than: "Größer als",
  hidden_skyscraper: "Verdeckter Wolkenkratzer",
  indexer: "Platzanzeiger",
  little_killer: "Diagonalsumme",
  lockout: "Sperrlinie",
  look_and_say: "Zählen und sagen",
  lunchbox: "Brotdose",
  maximum: "Maximum",
  minimum: "Minimum",
  modular: "Restlinie",
  nabner: "Nabner",
  negative: "Keine weiteren Zeichen",
  non_consecutive: "Nicht aufeinanderfolgend",
  numbered_room: "Zimmernummer",
  odd: "Ungerade",
  or: "Oder",
  pair: "Paare",
  palindrome: "Palindrom",
  parity_line: "Paritätslinie",
  product: "Produkt",
  quadruple: "Vier um eine Ecke",
  ratio: "Verhältnis",
  regex: "Muster",
  region_sum_line: "Blocksummenlinie",
  rellik: "Rellik-Käfig",
  renban: "Renban",
  same_values: "Gleiche Ziffern",
  sandwich: "Sandwich",
  skyscraper: "Wolkenkratzer",
  slow_thermometer: "Langsames Thermometer",
  sum: "Summe",
  sum_line: "Summenlinie",
  sum_pair: "Summe zweier Zellen",
  table: "Tabelle",
  thermometer: "Thermometer",
  whisper: "Flüsterlinie",
  windoku: "Windoku",
  x_sum: "X-Summe",
  zipper: "Reißverschluss",
};

/** @type {Words["typeText"]} */
export function typeText(type) {
  return constraintTypes[type] ?? type.replaceAll("_", " ");
}

/** @type {Readonly<Record<string, string>>} */
const constraintMembers = {
  accept: "angenommen",
  allowed: "erlaubt",
  any: "eines von",
  axis: "Achse",
  cells: "Zellen",
  circle: "Kreis",
  clue: "Hinweis",
  coefficients: "Koeffizienten",
  control: "Zählzelle",
  copies: "Kopien",
  count: "Anzahl",
  difference: "Differenz",
  digit: "Ziffer",
  digits: "Ziffern",
  direction: "Richtung",
  from: "von",
  groups: "Gruppen",
  line: "Reihe",
  modulus: "Modul",
  of: "für",
  pattern: "Muster",
  product: "Produkt",
  scope: "Bereich",
  start: "Anfang",
  sum: "Summe",
  transitions: "Übergänge",
  value: "Wert",
  which: "welche",
};

/** @type {Words["memberText"]} */
export function memberText(name) {
  return constraintMembers[name] ?? name;
}

/** @type {Readonly<Record<string, string>>} */
const constraintValues = {
  adjacent: "benachbarte Zellen",
  all: "alle Zellen",
  anti: "Nebendiagonale",
  bottom: "unten",
  box: "Block",
  column: "Spalte",
  down_left: "nach links unten",
  down_right: "nach rechts unten",
  left: "links",
  main: "Hauptdiagonale",
  right: "rechts",
  row: "Zeile",
  top: "oben",
  up_left: "nach links oben",
  up_right: "nach rechts oben",
};

/** @type {Words["valueText"]} */
export function valueText(value) {
  return constraintValues[value] ?? value;
}

/** @type {Readonly<Record<string, string>>} */
const houseKinds = { row: "Zeile", column: "Spalte", box: "Block", region: "Region", diagonal: "Diagonale", window: "Fenster", group: "Gruppe", cage: "Käfig", constraint: "Regel" };

/** @type {Words["houseText"]} */
export function houseText(name) {
  return name.replace(/^\w+/, (kind) => houseKinds[kind] ?? kind);
}

// Cells.

/** @type {Words["cellTexts"]} */
export const cellTexts = {
  place: (row, column) => `Zeile ${row}, Spalte ${column}`,
  flaws: { wrong: "falsch, ", contradicting: "widersprüchlich, ", redundant: "entbehrlich, ", clashing: "doppelt, ", "": "" },
  clue: (digit) => `Vorgabe ${digit}`,
  entry: (digit) => `Eintrag ${digit}`,
  entryAndSolution: (digits) => `Eintrag und Lösung ${digits}`,
  differs: (digits) => `verschieden, ${digits}`,
  solved: (digit) => `gelöst, ${digit}`,
  empty: "leer",
  candidates: (digits) => `Kandidaten ${digits}`,
  corners: (digits) => `Notizen in der Ecke ${digits}`,
  excluded: (digits) => `ausgeschlossen ${digits}`,
  undecided: (digits) => `unentschieden ${digits}`,
  placed: (digits) => `Tipp: ${digits} ist richtig`,
  removed: (digits) => `Tipp: nicht ${digits}`,
  clear: "Zelle leeren",
  left: (digit, count) => `${digit}, noch ${count}`,
  colours: ["Grau", "Grün", "Lila", "Orange", "Rot", "Gelb", "Blau", "Braun", "Türkis"],
};

/** @type {Words["padTexts"]} */
export const padTexts = {
  digits: "Ziffern",
  corners: "Notizen in der Ecke",
  marks: "Notizen in der Mitte",
  candidates: "Kandidaten",
  colours: "Farben",
};

// Parts of sentences.

/** @type {Words["parts"]} */
export const parts = {
  and: "und",
  otherCells: (count) => counted(count, "weitere Zelle", "weitere Zellen"),
  others: (count) => counted(count, "weitere", "weitere"),
  times: (count) => `${number(count)}-mal`,
  puzzle: (count) => `Rätsel ${count}`,
  lineAndColumn: (line, column) => `Zeile ${line}, Spalte ${column}`,
};

/** @type {Words["durationText"]} */
export function durationText(seconds) {
  if (seconds < 90) return counted(Math.max(1, Math.round(seconds)), "Sekunde", "Sekunden");
  if (seconds < 90 * 60) return counted(Math.round(seconds / 60), "Minute", "Minuten");
  if (seconds < 36 * 3600) return counted(Math.round(seconds / 3600), "Stunde", "Stunden");
  return counted(Math.round(seconds / 86_400), "Tag", "Tage");
}

/** @param {number} microseconds */
function shortDuration(microseconds) {
  if (microseconds < 1000) return counted(microseconds, "Mikrosekunde", "Mikrosekunden");
  if (microseconds < 1_000_000) return `${threeDigits(microseconds / 1000)} Millisekunden`;
  return `${threeDigits(microseconds / 1_000_000)} Sekunden`;
}

// Answers.

/** @type {Words["searchTexts"]} */
export const searchTexts = {
  work: (nodes, microseconds) => {
    const work = nodes === 0 ? "Logik allein hat genügt." : `Die Suche hat ${number(nodes)} Knoten besucht.`;
    return `${work} Dauer: ${shortDuration(microseconds)}.`;
  },
  timeLimit: (milliseconds) => `Die Suche hat ihre Zeitgrenze von ${shortDuration(milliseconds * 1000)} erreicht.`,
  nodeLimit: (nodes) => `Die Suche hat ihre Grenze von ${number(nodes)} Knoten erreicht.`,
  shutdown: "Der Dienst wurde während der Suche beendet.",
  proofTooLong: "Der Beweis ist länger, als der Dienst ihn aufbewahrt.",
  noAnswer: "Noch keine Antwort",
  solutionsSoFar: (count) => `Bisher ${counted(count, "Lösung", "Lösungen")}`,
  nodesSoFar: (nodes, milliseconds) => `${number(nodes)} Knoten in ${oneDecimal(milliseconds / 1000)} Sekunden besucht.`,
  stopped: (found) =>
    found > 0 ? `Bis dahin gefunden: ${counted(found, "Lösung", "Lösungen")}.` : "Bis dahin war nichts gefunden.",
};

/** @type {Words["solutionTexts"]} */
export const solutionTexts = {
  unique: "Gelöst: dies ist die einzige Lösung",
  oneOfSeveral: "Dies ist eine von mehreren Lösungen",
  solvable: "Dies ist eine Lösung",
  solvableCover: "Dies ist eine Lösung; ob es weitere gibt, ist offen",
  oneWrongEntry: "Ein Eintrag ist falsch: seine Zelle zeigt beide Ziffern.",
  wrongEntries: (count) => `${number(count)} Einträge sind falsch: ihre Zellen zeigen beide Ziffern.`,
  severalHelp: "„Prüfen“ zeigt zwei, die sich unterscheiden; „Zählen“ sagt, wie viele es gibt.",
  noneOfPuzzle: "Dieses Rätsel hat keine Lösung",
  noneOfProblem: "Dieses Problem hat keine Lösung",
  conflict: (house, digit, times) => `${house} hat ${times === 2 ? "zweimal" : `${times}-mal`} die ${digit}`,
  constraintConflict: (type, cells) => `keine Ziffern passen zur Regel „${type}“${cells === "" ? "" : ` in ${cells}`}`,
  otherConflicts: (count) => (count === 1 ? "Es gibt noch einen Konflikt." : `Es gibt noch ${number(count)} Konflikte.`),
  proper: "Ein korrektes Rätsel: es hat genau eine Lösung",
  improper: "Kein korrektes Rätsel: es hat mehrere Lösungen",
  openWhetherProper: "Es hat eine Lösung; ob es weitere gibt, ist offen",
  difference: (cells) =>
    `Zwei Lösungen unterscheiden sich in ${counted(cells, "Zelle", "Zellen")}: die markierten Zellen zeigen beide Ziffern.`,
  exactly: (count) => `Genau ${counted(count, "Lösung", "Lösungen")}`,
  atLeast: (count) => `Mindestens ${counted(count, "Lösung", "Lösungen")}`,
  noEstimate: "Keine Schätzung: keine Stichprobe hat eine Lösung gefunden",
  about: (count) => `Etwa ${approximate(count)} Lösungen`,
  between: (low, high) => `Wahrscheinlich zwischen ${approximate(low)} und ${approximate(high)}.`,
  probes: (count) => `${counted(count, "zufällige Stichprobe", "zufällige Stichproben")}.`,
};

/** @type {Words["coverTexts"]} */
export const coverTexts = {
  it: "Sie",
  oneOfThem: "Eine davon",
  choosesNone: (subject) => `${subject} wählt keine Optionen.`,
  chooses: (subject, count, options) => `${subject} wählt ${count === 1 ? "die Option" : "die Optionen"} ${options}.`,
  skipped: (count, options) =>
    `${count === 1 ? "Option" : "Optionen"} ${options} ohne primäres Element: übergangen, weil keine Lösung eine solche Option haben kann.`,
};

/** @type {Words["proofTexts"]} */
export const proofTexts = {
  none: "Es wurde kein Beweis gefunden",
  proved: "Bewiesen",
  ofPuzzle: "Rätsels",
  ofProblem: "Problems",
  size: (lines, bytes) => `${counted(lines, "Zeile", "Zeilen")}, ${number(bytes)} Byte`,
  formulaSize: (bytes) => `${number(bytes)} Byte`,
  noSolution: (subject, size, formulaSize) =>
    `Es gibt keine Lösung: ein Beweis (${size}) widerlegt die Formel des ${subject} (${formulaSize}).`,
  noOther: (size, formulaSize) =>
    `Es gibt keine andere Lösung: ein Beweis (${size}) widerlegt die Formel, die diese ausschließt (${formulaSize}).`,
  checkDrup: (name) => `Programme anderer prüfen ihn: „drat-trim ${name}.cnf ${name}.drup“ oder dratify in Python.`,
  checkVeripb: (name) => `Ein Programm anderer prüft ihn: „veripb ${name}.opb ${name}.pbp“.`,
};

/** @type {Words["analysisTexts"]} */
export const analysisTexts = {
  oneDigitEach: "Jede Zelle hat eine mögliche Ziffer",
  oneSolution: "Das Rätsel hat eine Lösung.",
  candidates: "Kandidaten aller Lösungen",
  candidatesHelp: "Das Gitter zeigt jede Ziffer, die in einer Lösung vorkommt.",
  sure: (cells) =>
    cells === 1
      ? "1 leere Zelle hat in allen Lösungen dieselbe Ziffer."
      : `${number(cells)} leere Zellen haben in allen Lösungen dieselbe Ziffer.`,
  undecided: (candidates) =>
    candidates === 1
      ? "1 Kandidat mit gepunkteter Linie ist unentschieden."
      : `${number(candidates)} Kandidaten mit gepunkteter Linie sind unentschieden.`,
  allNeeded: "Jede Vorgabe wird gebraucht",
  allNeededHelp: "Ohne eine davon gibt es mehr Lösungen.",
  noneRedundantYet: "Noch keine entbehrliche Vorgabe gefunden",
  redundant: (clues) => counted(clues, "entbehrliche Vorgabe", "entbehrliche Vorgaben"),
  redundantAtLeast: (clues) => `Mindestens ${counted(clues, "entbehrliche Vorgabe", "entbehrliche Vorgaben")}`,
  oneRedundantHelp: "Die Vorgabe mit gestricheltem Rahmen kann wegfallen, ohne dass sich die Lösungen ändern.",
  redundantHelp:
    "Jede Vorgabe mit gestricheltem Rahmen kann wegfallen, ohne dass sich die Lösungen ändern, aber vielleicht nicht alle zusammen.",
  removed: (clues) => `${counted(clues, "Vorgabe", "Vorgaben")} entfernt`,
  removedHelp: (isMinimal) =>
    `${isMinimal ? "Jede verbliebene Vorgabe wird gebraucht." : "Einige der verbliebenen Vorgaben sind vielleicht entbehrlich."} ` +
    "Die Lösungen sind dieselben. „Rückgängig“ bringt die Vorgaben zurück.",
  cluesContradict: (clues) => `${counted(clues, "Vorgabe widerspricht", "Vorgaben widersprechen")} einander`,
  rulesContradict: (clues, constraints) => {
    const own = clues === 0 ? "" : `${counted(clues, "Vorgabe", "Vorgaben")} und `;
    return `${own}${counted(constraints, "Regel", "Regeln")} widersprechen einander`;
  },
  oneRuleFails: "Keine Ziffern passen zu einer Regel",
  noContradiction: "Kein Widerspruch gefunden",
  minimalContradiction:
    "Keine Lösung hat alle Vorgaben mit doppeltem Rahmen; ohne eine beliebige davon haben die anderen eine Lösung.",
  contradiction: "Keine Lösung hat alle Vorgaben mit doppeltem Rahmen. Vielleicht genügen weniger davon.",
};

/** @type {Words["ratingTexts"]} */
export const ratingTexts = {
  none: "Keine Bewertung",
  needsOneSolution: "Nur ein Rätsel mit einer Lösung hat eine Bewertung.",
  rating: (level, score) => `${levelTexts[level]}: ${points(score)}`,
  ratingAndSteps: (level, score) => `${levelTexts[level]}, ${points(score)}. `,
  hardest: (technique) => `Der schwerste Schritt: ${technique}.`,
  singles: "Nackte und versteckte Einer genügen.",
  steps: (counts) => `Schritte: ${counts}.`,
  explainer: (value) => `Sudoku Explainer: etwa ${oneDecimal(value)}.`,
};

/** @param {number} score */
function points(score) {
  return counted(score, "Punkt", "Punkte");
}

/** @type {Words["stepTexts"]} */
export const stepTexts = {
  none: "Kein Tipp",
  noTechnique: "Keine Technik findet hier einen Schritt.",
  noSteps: "Keine Schritte",
  lookAt: (houses) => `${houses} ansehen`,
  toFind: "Dort ist ein Schritt zu finden.",
  isIn: (houses) => `Der Schritt liegt in ${houses}.`,
  steps: (count) => counted(count, "Schritt", "Schritte"),
  stepsToLimit: (count) => `${counted(count, "Schritt", "Schritte")}, dann hat die Suche ihre Grenze erreicht`,
  stepsToEnd: (count) => `${counted(count, "Schritt", "Schritte")}, dann findet keine Technik einen weiteren`,
  share: (technique, times, percent) => `${technique}: ${number(times)} (${percent} %)`,
  beforeFirst: (count) => `Vor dem ersten von ${counted(count, "Schritt", "Schritten")}`,
  place: (step, count) => `Schritt ${step} von ${count}`,
};

/** @type {Words["gameTexts"]} */
export const gameTexts = {
  solved: "Gelöst",
  allDigitsOnce: "Jede Zeile, jede Spalte und jeder Block hat jede Ziffer einmal.",
  allRulesHold: "Alle Regeln sind erfüllt.",
  mistake: "Es gibt einen Fehler",
  wrongEntries: (count, cells) => (count === 1 ? `Die Ziffer in ${cells} ist falsch.` : `Die Ziffern in ${cells} sind falsch.`),
  wrongMarks: (cells) => `Den Notizen in der Mitte von ${cells} fehlt die richtige Ziffer: die anderen hinzufügen oder alle löschen.`,
  contradicting: "Jeder Eintrag mit doppeltem Rahmen gehört zu einer Lösung, aber keine Lösung hat sie alle.",
  noMistakes: "Bisher keine Fehler",
  noMistakesHelp: "Eine Lösung hat alle Einträge.",
  noMistakeYet: "Noch kein Fehler gefunden",
  completed: (time) => `Gelöst in ${time}`,
  full: "Das Gitter ist voll",
  fullHelp: "„Prüfen“ sagt, ob alle Regeln erfüllt sind.",
  fullWithMistake: "Das Gitter ist voll, aber keine Lösung",
  clashes: (cells) => {
    const marked = cells === 1 ? "1 Zelle ist markiert" : `${number(cells)} Zellen sind markiert`;
    return `${marked}: eine Ziffer steht zweimal in Zeile, Spalte, Block oder Käfig oder ist dort nicht erlaubt.`;
  },
};

/** @type {Words["newTexts"]} */
export const newTexts = {
  making: (level) => `Ein Rätsel wird erzeugt: ${levelTexts[level]}`,
  origin: (level, seed) => `${levelTexts[level]}, ${seed}`,
  seed: (seed) => `Startwert ${seed}`,
  none: "Kein Rätsel gefunden",
  attempts: (count, level, hasSymmetry) => {
    const symmetry = hasSymmetry ? " und mit dieser Symmetrie" : "";
    return `${counted(count, "Versuch", "Versuche")} ohne ein Rätsel der Stufe „${levelTexts[level]}“${symmetry}.`;
  },
  made: (level) => `Neues Rätsel: ${levelTexts[level]}`,
  ofDate: (level, date) => `Rätsel vom ${date}: ${levelTexts[level]}`,
  details: (clues, score) =>
    `${counted(clues, "Vorgabe", "Vorgaben")}${score === undefined ? "" : `, ${points(score)}`}, eine Lösung. Die Zeit läuft ab der ersten Ziffer.`,
  noneOfToday: "Ohne den Dienst kein Rätsel von heute",
  noneOfTodayHelp: "Hier ist eines von dieser Seite, zum Spielen, bis er antwortet.",
};

/** @type {Words["ruleTexts"]} */
export const ruleTexts = {
  fixed: "Hier lassen sich die Ziffern ändern; die Regeln bleiben, wie sie sind.",
  regions: "Jede Region mit dicken Linien hat jede Ziffer einmal.",
  noBoxes: "Es gibt keine Blöcke.",
  grids: "Jede Zeile, jede Spalte und jeder Block jedes Gitters hat jede Ziffer einmal.",
  decorations_ignored: "Seine Zeichnungen und seine Regeln in Worten wurden nicht gelesen: es hat vielleicht mehr Regeln.",
  lines_ignored: "Zeilen, die nicht dazu gehören, wurden nicht gelesen.",
  solution_differs: "Die Lösung daneben ist keine Lösung dessen, was gelesen wurde: ein Teil wurde nicht gelesen oder ist falsch.",
  digits_from_zero: "Seine Ziffern begannen mit 0: hier sind sie um eins größer.",
  warning: (warning) => `Warnung: ${warning}.`,
};

/** @type {Words["aboutTexts"]} */
export const aboutTexts = {
  author: (author) => `Von ${author}`,
  titleAndAuthor: (title, author) => `${title}, von ${author}`,
  unread: (unread) =>
    `${unread === "" ? "Dieses Rätsel hat Regeln, die nicht gelesen wurden" : `Nicht gelesen: ${unread}`}. „Tipp“ und „Prüfen“ kennen nur die gelesenen Regeln.`,
  prose: "die Regeln in Worten",
  proseThatBegins: (text) => `die Regeln in Worten, „${text}“`,
  members: (names) => `Daten unbekannter Bedeutung (${names})`,
  byReadRules: (title) => `Nach den gelesenen Regeln: ${title}`,
  mayHaveMore: "Das Rätsel hat vielleicht weitere Regeln: mit ihnen kann die Antwort eine andere sein.",
  fullHelp: "Es erfüllt die gelesenen Regeln. Die anderen prüft die Seite nicht.",
};

/** Names of drawings, one and several. @type {Readonly<Record<string, readonly [string, string]>>} */
const drawings = {
  arrow: ["Pfeil", "Pfeile"],
  cage: ["Käfig", "Käfige"],
  circle: ["Kreis", "Kreise"],
  colour: ["Farbe", "Farben"],
  effect: ["Effekt", "Effekte"],
  fog: ["Nebel", "Nebel"],
  image: ["Bild", "Bilder"],
  line: ["Linie", "Linien"],
  mark: ["Notiz", "Notizen"],
  rectangle: ["Rechteck", "Rechtecke"],
  text: ["Text", "Texte"],
};

/** @type {Words["drawingText"]} */
export function drawingText(kind, count) {
  const [one, many] = drawings[kind] ?? [kind, kind];
  return counted(count, one, many);
}

/** @type {Words["captions"]} */
export const captions = {
  puzzle: (puzzle, level, score) => `${puzzle}: ${levelTexts[level]}, ${points(score)}`,
  unique: (puzzle) => `Lösung von ${puzzle}`,
  multiple: (puzzle) => `Eine von mehreren Lösungen von ${puzzle}`,
  none: (puzzle) => `${puzzle} hat keine Lösung`,
  unknown: (puzzle) => `${puzzle} wurde nicht rechtzeitig gelöst`,
};

// Jobs.

/** @type {Words["makingJobTitle"]} */
export function makingJobTitle(count, level) {
  return `${number(count)} ${count === 1 ? "neues" : "neue"} Rätsel: ${levelTexts[level]}`;
}

/** @type {Words["countJobTitle"]} */
export function countJobTitle(size, clues) {
  return `Zählung: ${sizeText(size, clues)}`;
}

/**
 * @param {number} size
 * @param {number} clues
 */
function sizeText(size, clues) {
  return `${size}x${size} mit ${counted(clues, "Vorgabe", "Vorgaben")}`;
}

/** @type {Words["countJobHelp"]} */
export function countJobHelp(size, clues) {
  return `Das Rätsel der Seite: ${sizeText(size, clues)}. Die Zahl ist genau, bis 128 Bit.`;
}

/** @type {Words["coverJobHelp"]} */
export function coverJobHelp(items, options) {
  const size = `${counted(items, "Element", "Elemente")} und ${counted(options, "Option", "Optionen")}`;
  return `Das Problem der Ansicht „Überdeckung“: ${size}. Die Zahl ist genau, bis 128 Bit.`;
}

/** @type {Words["makingJobHelp"]} */
export function makingJobHelp(size) {
  return `Sie haben die Größe des Gitters der Seite, ${size}x${size} und je eine Lösung.`;
}

/** @type {Words["nextAttempt"]} */
export function nextAttempt(seconds) {
  return `Die Seite versucht es wieder in ${durationText(seconds)}.`;
}

/** @type {Words["sendingText"]} */
export function sendingText(file) {
  return [`${file} wird gesendet`, "Diese Seite offen lassen, bis die Datei gesendet ist."];
}

/** @type {Words["dropJobText"]} */
export function dropJobText(title) {
  return `Aus dieser Liste entfernen: ${title}`;
}

/** @type {Words["progressTexts"]} */
export const progressTexts = {
  solutions: (count) => `${count} ${count === "1" ? "Lösung" : "Lösungen"}`,
  soFar: (solutions) => `Bisher ${solutions}`,
  atLeast: (solutions) => `mindestens ${solutions}`,
  puzzles: (count) => `${number(count)} Rätsel`,
  notBegun: "Noch nicht begonnen.",
  done: (percent) => `${percent} fertig`,
  doneAndLeft: (percent, duration) => `${percent} fertig, noch etwa ${duration}`,
  part: (done, total) => `${number(done)} von ${number(total)}`,
  state: "Zustand",
  allPuzzles: "Rätsel",
  pieces: "Teile",
  started: "Beginn",
  took: "Dauer",
  kept: "Aufbewahrt bis",
};

/** @type {Words["jobMessages"]} */
export const jobMessages = {
  secret: "Wer den Link hat, kann ihn lesen, abbrechen und entfernen.",
  ofKey: "Er gehört zum verwendeten API-Schlüssel.",
  closing: "Diese Seite kann geschlossen werden: der Link und die Liste der Aufträge führen zurück.",
  queued: "Der Auftrag wartet auf einen freien Thread",
  running: "Der Auftrag läuft",
  cancelling: "Der Auftrag wird abgebrochen",
  cancellingHelp: "Was fertig ist, bleibt erhalten.",
  done: (result) => `Fertig: ${result}`,
  cancelled: "Der Auftrag wurde abgebrochen",
  failed: "Der Auftrag ist fehlgeschlagen",
  hadDone: (percent, result) => `Bis dahin waren ${percent} fertig: ${result}.`,
  expired: "Der Auftrag ist abgelaufen",
  expiredHelp: "Seine Ergebnisse wurden entfernt. Bei Bedarf erneut starten.",
  resultsKept: (time) => `Die Ergebnisse werden bis ${time} aufbewahrt: bitte herunterladen.`,
  numberKept: (time) => `Die Zahl wird bis ${time} aufbewahrt.`,
};

/** @type {Words["jobFaults"]} */
export const jobFaults = {
  noJobs: ["Dieser Dienst führt keine Aufträge aus", "Sein Betreiber hat sie abgeschaltet. Fragen zu einem Rätsel gehen weiterhin."],
  noSuchJob: ["Diesen Auftrag gibt es nicht", "Er ist abgelaufen, wurde entfernt oder gehört zu einem anderen API-Schlüssel."],
  noResults: ["Noch keine Ergebnisse", "Sie stehen in der Reihenfolge der Eingabe: deren erster Teil ist nicht fertig."],
  expired: ["Die Ergebnisse sind abgelaufen", "Bei Bedarf den Auftrag erneut starten."],
  tooLarge: ["Die Datei ist zu groß", "In mehrere Dateien teilen und für jede einen Auftrag starten."],
  tooMany: ["Zu viele Aufträge oder Anfragen", "Etwas warten oder einen beendeten Auftrag entfernen."],
  busy: ["Der Dienst ist ausgelastet oder Aufträge sind nicht verfügbar", "Später wieder versuchen."],
  noStorage: ["Die Aufträge haben ihren Speicherplatz verbraucht", "Aufträge entfernen, deren Ergebnisse schon geholt sind."],
};
