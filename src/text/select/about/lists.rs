//! Words of questions that say little, ask for a sort of answer, or deny.

/// Words that no answer is found by.
pub(super) const STOP: &str = " a an the of to in on at by for from with and or not no is are was were be been am do does did done has have had having \
    this that these those there here it its as if than then so any some all each me my i we our you your they them their he she his her \
    what which who whom whose when where why how much many can could will would shall should may might must please show tell give list \
    about into out up down over per between s t m re ve d ll \
    der die das ein eine einen einem einer des dem den und oder nicht ist sind war waren wird wurde werden hat haben wie was wer wann \
    warum wo welche welcher welches von zu zum zur mit auf aus bei nach vor fur uber im am es ich wir sie \
    le la les un une du de et ou est sont a ete quel quelle quels quelles qui que quoi quand pourquoi combien comment au aux dans sur pour \
    par avec ne pas ce cet cette ces il elle l \
    el los las una unos y o es son fue cual cuales quien cuando donde cuanto cuanta cuantos por para con se su al lo en \
    il lo gli uno di da che chi quale quali quando dove perche quanto quanti e sono era alle ai del della dei ";

/// Words that ask where something gets its value, or what that is.
pub(super) const DEFINES: &str =
    " defined definition declared implemented computed set configured assigned value default stand stands ";

/// Words by which a question asks why something failed.
pub(super) const FAILURES: &str = " fail | fails | failed | failing | failure | failures | error | errors | crash | crashes | crashed | broke | broken \
    | went wrong | root cause | fehler | fehlgeschlagen | fehlschlag | schlagt fehl | abgebrochen | abgesturzt | scheitert | gescheitert \
    | erreur | echoue | echec | panne | fallo | falla ";

/// Words by which a question asks for what is not, and by which a text says so.
pub(super) const NEGATIONS: &str = " no not never without t kein keine keinen nicht ohne sans pas ";
pub(super) const NEGATIVE: &str =
    "no not never without none null false cannot missing unset skip skipped kein nicht ohne";

/// Words that say how many of the highest are wanted.
pub(super) const COUNTS: &str = " two three four five six seven eight nine ten zwei drei vier funf sechs deux trois quatre cinq six \
    dos tres cuatro cinco seis due tre quattro cinque sei ";

/// Words that say little.
pub(super) const WEAK: &str = " set use used using work working value get got make made find found happen happened happening need want thing time \
    try tried someone anyone something times still take took go went come first last one two new \
    after before until till while during since against without within under below above upon through across along around behind \
    because though although unless whether again once ever never always already yet also just even only own same such other \
    others another both few more most less least very too now later keep keeps kept put puts let lets \
    gibt beim ohne noch schon nur auch mehr sehr dann wenn weil bis seit alle jede jeder jedes kann man muss mussen \
    sans sous entre depuis avant apres pendant encore aussi plus tres tout tous toute toutes fait faire peut peux \
    sin sobre hasta desde antes despues mas muy todo todos toda todas hay ";
