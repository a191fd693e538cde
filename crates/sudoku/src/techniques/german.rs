//! German.

pub(super) use super::german_rules::TEMPLATES as RULE_TEMPLATES;

/// English templates with their translations. After "also gilt" stands a main clause.
pub(super) const TEMPLATES: &[(&str, &str)] = &[
    (
        "{cell} is the last empty cell of {house}, so {effect}.",
        "{cell} ist die letzte leere Zelle von {house}, also gilt: {effect}.",
    ),
    (
        "{house} has only one place for {digit}, so {effect}.",
        "{house} hat nur noch einen Platz für {digit}, also gilt: {effect}.",
    ),
    (
        "{cell} has one candidate left, so {effect}.",
        "{cell} hat nur noch einen Kandidaten, also gilt: {effect}.",
    ),
    (
        "all places for {digit} in {house} are also in {other}, so {effect}.",
        "alle Plätze für {digit} in {house} liegen auch in {other}, also gilt: {effect}.",
    ),
    (
        "{cells} in {house} have only {digits} as candidates, so {effect}.",
        "{cells} in {house} haben nur {digits} als Kandidaten, also gilt: {effect}.",
    ),
    (
        "{digits} in {house} have places only in {cells}, so {effect}.",
        "{digits} haben in {house} nur Plätze in {cells}, also gilt: {effect}.",
    ),
    (
        "in {bases}, {digit} has places only in {covers}, so {effect}.",
        "in {bases} hat {digit} nur Plätze in {covers}, also gilt: {effect}.",
    ),
    (
        "in {bases}, {digit} has places only in {covers} and in the fin {fins}, so {effect}.",
        "in {bases} hat {digit} nur Plätze in {covers} und in der Flosse {fins}, also gilt: {effect}.",
    ),
    (
        "in {bases}, {digit} has places only in {covers} and in the fins {fins}, so {effect}.",
        "in {bases} hat {digit} nur Plätze in {covers} und in den Flossen {fins}, also gilt: {effect}.",
    ),
    (
        "{digits} alternate along {cells}; {ends} have both, so {effect}.",
        "{digits} wechseln sich entlang {cells} ab; {ends} haben beide, also gilt: {effect}.",
    ),
    (
        "{houses} have two places each for {digit}, of which {near} and {joined} see each other: {far} or \
         {end} is {digit}, so {effect}.",
        "{houses} haben je zwei Plätze für {digit}, von denen {near} und {joined} einander sehen: {far} \
         oder {end} ist {digit}, also gilt: {effect}.",
    ),
    (
        "{house} has two places for {digit}, {cells}; if {far} is not {digit}, {in_box} has {digit} in \
         {rest}: {effect}.",
        "{house} hat zwei Plätze für {digit}, {cells}; ist {far} nicht {digit}, so hat {in_box} die \
         {digit} in {rest}: {effect}.",
    ),
    (
        "whichever digit {pivot} has, one of its wings {wings} is {digit}, so {effect}.",
        "welche Ziffer {pivot} auch hat, einer der Flügel {wings} ist {digit}, also gilt: {effect}.",
    ),
    (
        "whichever digit {pivot} has, it or one of its wings {wings} is {digit}, so {effect}.",
        "welche Ziffer {pivot} auch hat, die Zelle selbst oder einer ihrer Flügel {wings} ist {digit}, \
         also gilt: {effect}.",
    ),
    (
        "{house} has {digit} in {places}, so {wings} cannot both be {digit}; one of them is {eliminated}, \
         so {effect}.",
        "{house} hat {digit} in {places}, daher können {wings} nicht beide {digit} sein; eine von beiden \
         ist {eliminated}, also gilt: {effect}.",
    ),
    (
        "strong links put {digit} in {colours}, and cells of one colour see each other, so {effect}.",
        "starke Verknüpfungen setzen {digit} in {colours}, und Zellen einer Farbe sehen einander, also \
         gilt: {effect}.",
    ),
    (
        "strong links put {digit} in {colours}, and some cells see both colours, so {effect}.",
        "starke Verknüpfungen setzen {digit} in {colours}, und einige Zellen sehen beide Farben, also \
         gilt: {effect}.",
    ),
    (
        "strong links put {digit} in {clusters}, and colours of the two clusters see each other, so \
         {effect}.",
        "starke Verknüpfungen setzen {digit} in {clusters}, und Farben der beiden Gruppen sehen einander, \
         also gilt: {effect}.",
    ),
    (
        "{corners} cannot all be {digits}, which could be swapped for a second solution, so {effect}.",
        "{corners} können nicht alle {digits} sein, sonst ließen sich diese für eine zweite Lösung \
         tauschen, also gilt: {effect}.",
    ),
    (
        "{corners} cannot all be {digits}, which could be swapped for a second solution; one of them is \
         {further}, so {effect}.",
        "{corners} können nicht alle {digits} sein, sonst ließen sich diese für eine zweite Lösung \
         tauschen; eine davon ist {further}, also gilt: {effect}.",
    ),
    (
        "{corners} cannot all be {digits}, which could be swapped for a second solution; with {cells}, \
         those in {houses} have all of {further}, so {effect}.",
        "{corners} können nicht alle {digits} sein, sonst ließen sich diese für eine zweite Lösung \
         tauschen; mit {cells} haben die Ecken in {houses} alle von {further}, also gilt: {effect}.",
    ),
    (
        "{corners} cannot all be {digits}, which could be swapped for a second solution; {houses} has \
         {confined} only in these corners, so {effect}.",
        "{corners} können nicht alle {digits} sein, sonst ließen sich diese für eine zweite Lösung \
         tauschen; {houses} hat {confined} nur in diesen Ecken, also gilt: {effect}.",
    ),
    (
        "{corners} cannot all be {digits}, which could be swapped for a second solution; {houses} have \
         {confined} only in these corners, so {effect}.",
        "{corners} können nicht alle {digits} sein, sonst ließen sich diese für eine zweite Lösung \
         tauschen; {houses} haben {confined} nur in diesen Ecken, also gilt: {effect}.",
    ),
    (
        "{cells} have no clue and cannot all be {digits}, which could be swapped, so {effect}.",
        "{cells} haben keine Vorgabe und können nicht alle {digits} sein, sonst ließen sich diese \
         tauschen, also gilt: {effect}.",
    ),
    (
        "without {digit} in {cell}, all open cells would have two candidates and each digit two places in \
         each house, which cannot have one solution, so {effect}.",
        "ohne {digit} in {cell} hätten alle offenen Zellen zwei Kandidaten und jede Ziffer zwei Plätze in \
         jedem Haus, was nicht nur eine Lösung haben kann, also gilt: {effect}.",
    ),
    (
        "{parts} in {houses} have as many candidates as cells, so each digit is once in them and {effect}.",
        "{parts} in {houses} haben so viele Kandidaten wie Zellen, also steht jede Ziffer einmal darin, \
         und es gilt: {effect}.",
    ),
    (
        "one end of each link of the loop {chain} is true, so {effect}.",
        "ein Ende jeder Verknüpfung der Schleife {chain} ist wahr, also gilt: {effect}.",
    ),
    (
        "if {start} were false, the chain {chain} would make it true, so {effect}.",
        "wäre {start} falsch, so machte die Kette {chain} es wahr, also gilt: {effect}.",
    ),
    (
        "one end of the chain {chain} is true, so {effect}.",
        "ein Ende der Kette {chain} ist wahr, also gilt: {effect}.",
    ),
    (
        "each of {sets} has only one of {digits}, and thus all its other digits, so {effect}.",
        "jede der Mengen {sets} hat nur eine der Ziffern {digits} und daher alle ihre anderen, also gilt: \
         {effect}.",
    ),
    (
        "only one of {sets} has {digits}, and the other has all its other digits, among them {shared}, so \
         {effect}.",
        "nur eine der Mengen {sets} hat {digits}, und die andere hat alle ihre anderen Ziffern, darunter \
         {shared}, also gilt: {effect}.",
    ),
    (
        "{pivot} lacks one of {digits}, so one of {wings} has all its other digits, among them {shared}, \
         so {effect}.",
        "{pivot} fehlt eine der Ziffern {digits}, daher hat eine der Mengen {wings} alle ihre anderen \
         Ziffern, darunter {shared}, also gilt: {effect}.",
    ),
    (
        "{pivot} lack one of {digits}, so one of {wings} has all its other digits, among them {shared}, \
         so {effect}.",
        "{pivot} fehlt zusammen eine der Ziffern {digits}, daher hat eine der Mengen {wings} alle ihre \
         anderen Ziffern, darunter {shared}, also gilt: {effect}.",
    ),
    (
        "each candidate of {stem} leaves one of {petals} with all its other digits, so {effect}.",
        "jeder Kandidat von {stem} lässt einer der Mengen {petals} alle ihre anderen Ziffern, also gilt: \
         {effect}.",
    ),
    (
        "with {digit} in {cell}, {digit} would have no place in {house}, so {effect}.",
        "mit {digit} in {cell} hätte {digit} keinen Platz in {house}, also gilt: {effect}.",
    ),
    (
        "with {digit} in {cell}, {digit} would also be in {cells}, and would have no place in {house}, so \
         {effect}.",
        "mit {digit} in {cell} stünde {digit} auch in {cells} und hätte keinen Platz in {house}, also \
         gilt: {effect}.",
    ),
    (
        "each candidate of {cell} leads to the same conclusion ({branches}), so {effect}.",
        "jeder Kandidat von {cell} führt zum selben Schluss ({branches}), also gilt: {effect}.",
    ),
    (
        "each place of {digit} in {house} leads to the same conclusion ({branches}), so {effect}.",
        "jeder Platz von {digit} in {house} führt zum selben Schluss ({branches}), also gilt: {effect}.",
    ),
    (
        "{assumption} implies that {cell} would have no candidate, so {effect}.",
        "aus {assumption} folgt, dass {cell} keinen Kandidaten hätte, also gilt: {effect}.",
    ),
    (
        "{assumption} implies {then}, and then {cell} would have no candidate, so {effect}.",
        "aus {assumption} folgt {then}, und dann hätte {cell} keinen Kandidaten, also gilt: {effect}.",
    ),
    (
        "{assumption} implies that {house} would have no place for {digit}, so {effect}.",
        "aus {assumption} folgt, dass {house} keinen Platz für {digit} hätte, also gilt: {effect}.",
    ),
    (
        "{assumption} implies {then}, and then {house} would have no place for {digit}, so {effect}.",
        "aus {assumption} folgt {then}, und dann hätte {house} keinen Platz für {digit}, also gilt: \
         {effect}.",
    ),
    (
        "{cell}={digit} and {cell}<>{digit} lead to the same conclusion ({if_true}; {cell}<>{digit}, \
         {if_false}), so {effect}.",
        "{cell}={digit} und {cell}<>{digit} führen zum selben Schluss ({if_true}; {cell}<>{digit}, \
         {if_false}), also gilt: {effect}.",
    ),
    (
        "a solution with {digits} in {cell} does not exist, so {effect}.",
        "eine Lösung mit {digits} in {cell} gibt es nicht, also gilt: {effect}.",
    ),
];

/// English names of techniques with their translations. German players call most of the harder techniques by their English names.
pub(super) const TECHNIQUES: &[(&str, &str)] = &[
    ("Full House", "Volles Haus"),
    ("Hidden Single", "Versteckter Einer"),
    ("Naked Single", "Nackter Einer"),
    ("Rule Direct", "Regel direkt"),
    ("Needed Digit", "Nötige Ziffer"),
    ("One Rule", "Eine Regel"),
    ("Large Rule", "Große Regel"),
    ("Sum Rule", "Summenregel"),
    ("Large Sum Rule", "Große Summenregel"),
    ("Needed in House", "Nötig im Haus"),
    ("House in Rule", "Haus in Regel"),
    ("Rule and House", "Regel und Haus"),
    ("Naked Pair", "Nacktes Paar"),
    ("Hidden Pair", "Verstecktes Paar"),
    ("Naked Triple", "Nacktes Tripel"),
    ("Hidden Triple", "Verstecktes Tripel"),
    ("Naked Quad", "Nacktes Quadrupel"),
    ("Hidden Quad", "Verstecktes Quadrupel"),
    ("Swordfish", "Schwertfisch"),
    ("Remote Pair", "Entferntes Paar"),
    ("Empty Rectangle", "Leeres Rechteck"),
    ("Finned X-Wing", "X-Wing mit Flosse"),
    ("Finned Swordfish", "Schwertfisch mit Flosse"),
    ("Sashimi Swordfish", "Sashimi-Schwertfisch"),
    ("Finned Jellyfish", "Jellyfish mit Flosse"),
    ("Sashimi X-Wing", "Sashimi-X-Wing"),
    ("Sashimi Jellyfish", "Sashimi-Jellyfish"),
    ("Simple Colouring", "Einfaches Färben"),
    ("Multi-Colouring", "Mehrfaches Färben"),
    ("Unique Rectangle Type 1", "Eindeutigkeitsrechteck Typ 1"),
    ("Unique Rectangle Type 2", "Eindeutigkeitsrechteck Typ 2"),
    ("Unique Rectangle Type 3", "Eindeutigkeitsrechteck Typ 3"),
    ("Unique Rectangle Type 4", "Eindeutigkeitsrechteck Typ 4"),
    ("Unique Rectangle Type 5", "Eindeutigkeitsrechteck Typ 5"),
    ("Unique Rectangle Type 6", "Eindeutigkeitsrechteck Typ 6"),
    ("Hidden Rectangle", "Verstecktes Rechteck"),
    ("Avoidable Rectangle", "Vermeidbares Rechteck"),
    ("X-Chain", "X-Kette"),
    ("XY-Chain", "XY-Kette"),
    ("Grouped AIC", "AIC mit Gruppen"),
    ("Forcing Chain", "Erzwingende Kette"),
    ("Contradiction Net", "Widerspruchsnetz"),
    ("Digit Forcing Net", "Erzwingendes Ziffernnetz"),
    ("Forcing Net", "Erzwingendes Netz"),
    ("Trial", "Probe"),
];

/// The translation of a template.
pub(super) fn template(english: &str) -> &str {
    TEMPLATES
        .iter()
        .chain(RULE_TEMPLATES)
        .find(|(known, _)| *known == english)
        .map_or(english, |(_, german)| german)
}

/// The name of a technique.
pub(super) fn technique(english: &'static str) -> &'static str {
    TECHNIQUES.iter().find(|(known, _)| *known == english).map_or(english, |(_, german)| german)
}
