// Words that name nothing: of languages, and of English.

const KEYWORDS = `abstract async await bool boolean break case catch char class const constexpr continue crate declare
  default defer delete double elif else elsif enum except export extends extern false final finally float from func
  function global goto impl implements import infer instanceof int32 int64 interface keyof lambda lateinit long loop match
  module mutable namespace nonlocal null nullptr number object operator override package pass private protected public
  raise readonly register require return satisfies sealed self short signed sizeof static string struct super switch
  symbol template this throw throws trait true type typedef typeof undefined union unknown unless unsafe unsigned until
  using virtual void volatile when where while with yield None True False echo grep head tail sort find xargs then done
  null stdout stderr`;

const ENGLISH = `about above across added adding after again against also although always among another anything around
  because become been before begin behind being below best better between both bring call called calls came cannot change
  changed changes check checks clear code come comes common complete completed contains content correct could create
  created current does doesn doing done down during each easily either else empty enough ensure even every everything
  exist existing exists fact file files fill find first fixed following follow four full further gets give given gives goes
  going good have having help here high however http https instead into issue item items just keep kept kind know known
  large last later least leave left less like likely line lines list little look looks made main make makes making many
  matter maybe mean means might more most move much must name named names need needed needs never newer next nothing
  often once only open order other others over part parts place please point possible previous probably proper properly
  provide quite rather read really remove removed result results right same second seem seems several should show shows
  similar simple simply since single some something start started starts still stop such sure take takes test tests text
  than that their them then there therefore these they thing things think third those three through thus time times
  together took toward tried true trying turn under understand unless update updated upon used useful user users uses
  using usually value values various very want wants ways well went were what when where whether which while whole whose
  will with within without wont word words work working works would write wrong year your pending in_progress activeForm
  description status`;

const STOP = new Set([...KEYWORDS.split(/\s+/), ...ENGLISH.split(/\s+/)].map((word) => word.toLowerCase()));

export const isStopWord = (word) => STOP.has(word.toLowerCase());
