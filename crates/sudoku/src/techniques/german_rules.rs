//! German names of rules.

/// English names with their translations. A name without one is the same in German.
pub(super) const RULES: &[(&str, &str)] = &[
    ("king rule", "Königsregel"),
    ("knight rule", "Springerregel"),
    ("taxicab rule", "Taxiregel"),
    ("arrow", "Pfeil"),
    ("automaton", "Automat"),
    ("between line", "Zwischenlinie"),
    ("cage", "Käfig"),
    ("clone", "Klon"),
    ("listed digits", "Ziffernliste"),
    ("count of different digits", "Anzahl der Ziffern"),
    ("circles", "Kreise"),
    ("diagonals", "Diagonalen"),
    ("difference", "Differenz"),
    ("group", "Gruppe"),
    ("double arrow", "Doppelpfeil"),
    ("entropic line", "Entropielinie"),
    ("equal sums", "Gleiche Summen"),
    ("equality cage", "Gleichgewichtskäfig"),
    ("even cells", "gerade Zellen"),
    ("extra region", "Zusatzregion"),
    ("rule of low, middle and high digits", "Regel der kleinen, mittleren und großen Ziffern"),
    ("rule of remainders", "Regel der Reste"),
    ("hidden skyscraper", "Verdecktes Hochhaus"),
    ("inequality", "Ungleichung"),
    ("indexers", "Zeiger"),
    ("little killer", "Little Killer"),
    ("lockout line", "Sperrlinie"),
    ("look-and-say cage", "Zählkäfig"),
    ("lunchbox", "Brotdose"),
    ("maxima", "Maxima"),
    ("minima", "Minima"),
    ("modular line", "Modulo-Linie"),
    ("nabner line", "Nabner-Linie"),
    ("negative rule of differences", "Negativregel der Differenzen"),
    ("negative rule of ratios", "Negativregel der Verhältnisse"),
    ("negative rule of sums", "Negativregel der Summen"),
    ("rule of consecutive neighbours", "Nachbarregel"),
    ("numbered room", "Nummerierter Raum"),
    ("odd cells", "ungerade Zellen"),
    ("alternatives", "Alternativen"),
    ("pairs", "Paare"),
    ("parity line", "Paritätslinie"),
    ("product", "Produkt"),
    ("quadruple", "Quadrupel"),
    ("ratio", "Verhältnis"),
    ("pattern", "Muster"),
    ("region sum line", "Regionssummenlinie"),
    ("rellik cage", "Rellik-Käfig"),
    ("renban line", "Renban-Linie"),
    ("equal groups", "Gleiche Gruppen"),
    ("sandwich", "Sandwich"),
    ("skyscraper", "Hochhaus"),
    ("slow thermometer", "Langsames Thermometer"),
    ("sum", "Summe"),
    ("sum line", "Summenlinie"),
    ("table", "Tabelle"),
    ("thermometer", "Thermometer"),
    ("whisper line", "Flüsterlinie"),
    ("window", "Fenster"),
    ("x-sum", "X-Summe"),
    ("zipper line", "Reißverschlusslinie"),
];

/// English templates of sentences about rules with their translations. After "also gilt" stands a main clause.
pub(super) const TEMPLATES: &[(&str, &str)] = &[
    (
        "the other cells of {rule} make {sum}, so {effect}.",
        "die anderen Zellen ergeben {sum} ({rule}), also gilt: {effect}.",
    ),
    (
        "around {cell}, cells that touch at a corner have different digits, so {effect}.",
        "um {cell} haben Zellen, die sich an einer Ecke berühren, verschiedene Ziffern, also gilt: {effect}.",
    ),
    (
        "cells a knight's move from {cell} have other digits than it, so {effect}.",
        "Zellen im Springerzug von {cell} haben andere Ziffern als diese, also gilt: {effect}.",
    ),
    (
        "no digit x in {cell} repeats x steps away, so {effect}.",
        "keine Ziffer x in {cell} steht noch einmal x Schritte entfernt, also gilt: {effect}.",
    ),
    (
        "the neighbours of {cell} have no consecutive digits, so {effect}.",
        "die Nachbarn von {cell} haben keine benachbarten Ziffern, also gilt: {effect}.",
    ),
    (
        "neighbours of {cell} without a sign do not meet the {rule}, so {effect}.",
        "Nachbarn von {cell} ohne Zeichen unterliegen der {rule}, also gilt: {effect}.",
    ),
    (
        "the shaft of the {rule} adds up to its circle, so {effect}.",
        "der Schaft ({rule}) ergibt die Summe im Kreis, also gilt: {effect}.",
    ),
    (
        "the digits of the {rule} lie between those at its ends, so {effect}.",
        "die Ziffern liegen zwischen denen an den Enden ({rule}), also gilt: {effect}.",
    ),
    (
        "the {rule} has different digits with its sum, so {effect}.",
        "die Ziffern sind verschieden und ergeben die Summe ({rule}), also gilt: {effect}.",
    ),
    (
        "cells in the same place of the {rule} are equal, so {effect}.",
        "Zellen an derselben Stelle sind gleich ({rule}), also gilt: {effect}.",
    ),
    (
        "{cells} must have all of {listed} ({rule}), so {effect}.",
        "{cells} müssen alle von {listed} enthalten ({rule}), also gilt: {effect}.",
    ),
    (
        "{cells} have {listed} exactly as often as listed ({rule}), so {effect}.",
        "{cells} haben {listed} genau so oft wie genannt ({rule}), also gilt: {effect}.",
    ),
    (
        "{first} is the number of different digits in its cells ({rule}), so {effect}.",
        "{first} ist die Anzahl verschiedener Ziffern in den Zellen ({rule}), also gilt: {effect}.",
    ),
    (
        "each digit in circles is as often in circles as it says, so {effect}.",
        "jede Ziffer in Kreisen steht so oft in Kreisen, wie sie angibt, also gilt: {effect}.",
    ),
    (
        "the two digits of the {rule} differ by that, so {effect}.",
        "die beiden Ziffern haben diesen Abstand ({rule}), also gilt: {effect}.",
    ),
    (
        "one digit of the {rule} is that many times the other, so {effect}.",
        "eine Ziffer ist so oft die andere ({rule}), also gilt: {effect}.",
    ),
    (
        "the two digits have the {rule}, so {effect}.",
        "die beiden Ziffern ergeben die Summe ({rule}), also gilt: {effect}.",
    ),
    (
        "the cells between the ends of the {rule} add up to both ends, so {effect}.",
        "die Zellen zwischen den Enden ergeben die Summe beider Enden ({rule}), also gilt: {effect}.",
    ),
    (
        "each three neighbours of the {rule} have a low, a middle and a high digit, so {effect}.",
        "je drei Nachbarn haben eine kleine, eine mittlere und eine große Ziffer ({rule}), also gilt: {effect}.",
    ),
    (
        "all groups of cells have the same sum ({rule}), so {effect}.",
        "alle Gruppen von Zellen haben dieselbe Summe ({rule}), also gilt: {effect}.",
    ),
    (
        "the {rule} has as many even as odd, and as many low as high digits, so {effect}.",
        "so viele Ziffern sind gerade wie ungerade, und so viele klein wie groß ({rule}), also gilt: {effect}.",
    ),
    (
        "even cells have no odd digits, so {effect}.",
        "gerade Zellen haben keine ungeraden Ziffern, also gilt: {effect}.",
    ),
    (
        "odd cells have no even digits, so {effect}.",
        "ungerade Zellen haben keine geraden Ziffern, also gilt: {effect}.",
    ),
    (
        "the square {cells} has a low, a middle and a high digit, so {effect}.",
        "das Quadrat {cells} hat eine kleine, eine mittlere und eine große Ziffer, also gilt: {effect}.",
    ),
    (
        "the square {cells} has a digit of each remainder by 3, so {effect}.",
        "das Quadrat {cells} hat eine Ziffer von jedem Rest bei Teilung durch 3, also gilt: {effect}.",
    ),
    ("the digits meet {rule}, so {effect}.", "die Ziffern erfüllen {rule}, also gilt: {effect}."),
    (
        "the first digit that is smaller than one before it is the clue ({rule}), so {effect}.",
        "die erste Ziffer, die kleiner ist als eine davor, ist die Vorgabe ({rule}), also gilt: {effect}.",
    ),
    (
        "an indexer names the place of a digit in its line, so {effect}.",
        "ein Zeiger nennt den Platz einer Ziffer in seiner Reihe, also gilt: {effect}.",
    ),
    (
        "the digits of the {rule} add up to its clue, so {effect}.",
        "die Ziffern ergeben die Vorgabe ({rule}), also gilt: {effect}.",
    ),
    (
        "no digit of the {rule} lies between its ends, which are far apart, so {effect}.",
        "keine Ziffer liegt zwischen den Enden, die weit auseinander sind ({rule}), also gilt: {effect}.",
    ),
    (
        "the {rule} has the counts of digits that its clue says, so {effect}.",
        "die Ziffern sind so oft da, wie die Vorgabe sagt ({rule}), also gilt: {effect}.",
    ),
    (
        "the digits between the smallest and the largest one add up to the clue ({rule}), so {effect}.",
        "die Ziffern zwischen der kleinsten und der größten ergeben die Vorgabe ({rule}), also gilt: {effect}.",
    ),
    (
        "marked cells ({cells}) are larger than their neighbours, so {effect}.",
        "markierte Zellen ({cells}) sind größer als ihre Nachbarn, also gilt: {effect}.",
    ),
    (
        "marked cells ({cells}) are smaller than their neighbours, so {effect}.",
        "markierte Zellen ({cells}) sind kleiner als ihre Nachbarn, also gilt: {effect}.",
    ),
    (
        "neighbours of the {rule} have different remainders, so {effect}.",
        "Nachbarn haben verschiedene Reste ({rule}), also gilt: {effect}.",
    ),
    (
        "no two digits of the {rule} are equal or consecutive, so {effect}.",
        "keine zwei Ziffern sind gleich oder benachbart ({rule}), also gilt: {effect}.",
    ),
    (
        "{first} says in which place the clue is ({rule}), so {effect}.",
        "{first} besagt, an welcher Stelle die Vorgabe steht ({rule}), also gilt: {effect}.",
    ),
    (
        "the digits of the {rule} read the same from both ends, so {effect}.",
        "die Ziffern lauten von beiden Enden gleich ({rule}), also gilt: {effect}.",
    ),
    (
        "even and odd digits alternate on the {rule}, so {effect}.",
        "gerade und ungerade Ziffern wechseln sich ab ({rule}), also gilt: {effect}.",
    ),
    (
        "the digits of the {rule} multiply to its clue, so {effect}.",
        "das Produkt der Ziffern ist die Vorgabe ({rule}), also gilt: {effect}.",
    ),
    (
        "the {rule} has the same sum in each box or region, so {effect}.",
        "die Linie hat in jedem Block und jeder Region dieselbe Summe ({rule}), also gilt: {effect}.",
    ),
    (
        "no digits of the {rule} add up to its clue, so {effect}.",
        "keine Ziffern ergeben zusammen die Vorgabe ({rule}), also gilt: {effect}.",
    ),
    (
        "the digits of the {rule} are consecutive in some order, so {effect}.",
        "die Ziffern folgen in irgendeiner Reihenfolge aufeinander ({rule}), also gilt: {effect}.",
    ),
    (
        "all groups of cells have the same digits ({rule}), so {effect}.",
        "alle Gruppen von Zellen haben dieselben Ziffern ({rule}), also gilt: {effect}.",
    ),
    (
        "the digits between the 1 and the largest digit add up to the clue ({rule}), so {effect}.",
        "die Ziffern zwischen der 1 und der größten Ziffer ergeben die Vorgabe ({rule}), also gilt: {effect}.",
    ),
    (
        "the clue counts the digits that are larger than all before them ({rule}), so {effect}.",
        "die Vorgabe zählt die Ziffern, die größer sind als alle davor ({rule}), also gilt: {effect}.",
    ),
    (
        "the digits never fall from the bulb of the {rule} on, so {effect}.",
        "die Ziffern fallen von der Kugel an nie ({rule}), also gilt: {effect}.",
    ),
    (
        "the digits rise from the bulb of the {rule} on, so {effect}.",
        "die Ziffern steigen von der Kugel an ({rule}), also gilt: {effect}.",
    ),
    (
        "the {rule} is cut into pieces with the same sum, so {effect}.",
        "die Linie besteht aus Stücken mit derselben Summe ({rule}), also gilt: {effect}.",
    ),
    (
        "neighbours on the {rule} differ by at least {difference}, so {effect}.",
        "Nachbarn unterscheiden sich um mindestens {difference} ({rule}), also gilt: {effect}.",
    ),
    (
        "{first} says how many digits add up to the clue ({rule}), so {effect}.",
        "{first} besagt, wie viele Ziffern die Vorgabe ergeben ({rule}), also gilt: {effect}.",
    ),
    (
        "cells equally far from the middle of the {rule} have the same sum, so {effect}.",
        "Zellen gleich weit von der Mitte haben dieselbe Summe ({rule}), also gilt: {effect}.",
    ),
    (
        "no digits that meet the {rule} go with the other candidates of {cells}, so {effect}.",
        "keine Ziffern, die die Regel erfüllen, passen zu den übrigen Kandidaten von {cells} ({rule}), also gilt: {effect}.",
    ),
    (
        "{rule} can only be {combinations}, so {effect}.",
        "{rule} kann nur {combinations} sein, also gilt: {effect}.",
    ),
    (
        "none of the {count} combinations of {rule} has the digits that go, so {effect}.",
        "keine der {count} Kombinationen ({rule}) enthält die Ziffern, die wegfallen, also gilt: {effect}.",
    ),
    (
        "the other cells of {rule} make at least {low} and at most {high}, so {effect}.",
        "die anderen Zellen ergeben mindestens {low} und höchstens {high} ({rule}), also gilt: {effect}.",
    ),
    (
        "with different digits in {houses}, {clause}, so {effect}.",
        "mit verschiedenen Ziffern in {houses}: {clause}, also gilt: {effect}.",
    ),
    (
        "every combination of {rule} has {digit}, for which only {cell} is left, so {effect}.",
        "jede Kombination ({rule}) enthält die {digit}, für die nur {cell} bleibt, also gilt: {effect}.",
    ),
    (
        "every combination of {rule} has {digit}, and all its places are in {house}, so {effect}.",
        "jede Kombination ({rule}) enthält die {digit}, und alle Plätze dafür liegen in {house}, also gilt: {effect}.",
    ),
    (
        "{house} has {digit} only in {rule}, which must then contain it, so {effect}.",
        "{house} hat die {digit} nur in Zellen dieser Regel ({rule}), die sie also enthält, also gilt: {effect}.",
    ),
    (
        "{rule} and {house} have no other digits in common, so {effect}.",
        "{rule} und {house} haben gemeinsam keine anderen Ziffern, also gilt: {effect}.",
    ),
    (
        "{house} would have no place left for a digit by the {rule} at {cell}, so {effect}.",
        "{house} hätte keinen Platz mehr für eine Ziffer ({rule} bei {cell}), also gilt: {effect}.",
    ),
    (
        "the digits of {houses} add up to {total}, and those of {rules} inside to {part}: {cells} must make {rest}, so {effect}.",
        "die Ziffern von {houses} ergeben {total}, die von {rules} darin {part}: {cells} müssen {rest} ergeben, also gilt: {effect}.",
    ),
    (
        "{rules} cover {houses}, whose digits add up to {total}, and add up to {part}: {cells} outside must make {rest}, so {effect}.",
        "{rules} bedecken {houses} mit der Summe {total} und ergeben {part}: {cells} außerhalb müssen {rest} ergeben, also gilt: {effect}.",
    ),
    (
        "the digits of {houses} add up to {total}, those of {rules} to {part}: {innies} make {rest} more than {outies}, so {effect}.",
        "die Ziffern von {houses} ergeben {total}, die von {rules} {part}: {innies} ergeben {rest} mehr als {outies}, also gilt: {effect}.",
    ),
    (
        "the digits of {houses} add up to {total}, those of {rules} to {part}: {innies} make as much as {outies}, so {effect}.",
        "die Ziffern von {houses} ergeben {total}, die von {rules} {part}: {innies} ergeben so viel wie {outies}, also gilt: {effect}.",
    ),
];
