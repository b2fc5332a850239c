// Tables and CSV.
import { item, lines } from "../make.mjs";

export const tables = [
  item(
    "o-csv-01",
    "csv",
    ["superlative", "header"],
    "oldest tree in the survey",
    ["T-0613", "1127", "age_years"],
    lines(121, {
      top: ["tag,species,age_years,height_m,park"],
      noise: ["T-1{nnn},{w},{nn},{nn},{W} Park", "T-2{nnn},{w},{nnn},{nn},{W} Park"],
      plant: ["T-0613,yew,1127,14,Saint Oswald"],
      decoys: ["T-1000,tree of heaven,41,9,Survey Park"],
    }),
  ),
  item(
    "o-csv-02",
    "csv",
    ["aggregate"],
    "rejected visa applications from Peru",
    ["V-90112", "V-90345", "V-90777"],
    lines(122, {
      top: ["application;country;state;day"],
      noise: [
        "V-1{nnnn};Chile;granted;{nn}",
        "V-2{nnnn};Peru;granted;{nn}",
        "V-3{nnnn};Kenya;rejected;{nn}",
        "V-4{nnnn};Nepal;open;{nn}",
      ],
      plant: ["V-90112;Peru;rejected;4", "V-90345;Peru;rejected;17", "V-90777;Peru;rejected;25"],
    }),
    { aggregate: true },
  ),
  item(
    "o-csv-03",
    "csv",
    ["header", "paraphrase"],
    "how much does Lena Oduya weigh",
    ["81.4", "mass_kg"],
    lines(123, {
      top: ["athlete,sport,mass_kg,height_cm"],
      noise: ["{name} {w},rowing,7{n}.{n},18{n}", "{name} {w},judo,6{n}.{n},17{n}"],
      plant: ["Lena Oduya,judo,81.4,179"],
      decoys: ["Lena {w},judo,66.1,170"],
    }),
  ),
  item(
    "o-csv-04",
    "csv",
    ["number", "aggregate"],
    "shipments heavier than 900 kg",
    ["S-4418", "S-4907"],
    lines(124, {
      top: ["shipment\tweight_kg\tport"],
      noise: ["S-1{nnn}\t{nnn}.0\t{W}".replace("{nnn}.0", "{nn}.5"), "S-2{nnn}\t4{nn}.0\t{W}"],
      plant: ["S-4418\t1210.5\tGdynia", "S-4907\t955.0\tPiraeus"],
    }),
    { aggregate: true },
  ),
  item(
    "o-tab-01",
    "table",
    ["aggregate"],
    "which backups are overdue",
    ["vault-ledger", "vault-photos"],
    lines(125, {
      top: ["NAME                 STATE      LAST RUN   SIZE"],
      noise: ["vault-{w}-{nn}      ok         {n}h ago     {nn}G"],
      plant: ["vault-ledger         overdue    19d ago    41G", "vault-photos         overdue    33d ago    77G"],
      decoys: ["vault-backups-{nn}    ok         1h ago     3G"],
    }),
    { aggregate: true },
  ),
  item(
    "o-tab-02",
    "table",
    ["header"],
    "signal strength of station KVX9",
    ["-97", "dBm"],
    lines(126, {
      top: ["station  freq_MHz  dBm   operator"],
      noise: ["K{n}{n}{n}     14{n}.{n}     -6{n}   {name}"],
      plant: ["KVX9     146.5     -97   Pia Blom"],
      decoys: ["KVX1     145.0     -61   Signal Club", "STR8     144.1     -60   Station {n}"],
    }),
  ),
  item(
    "o-tab-03",
    "table",
    ["superlative"],
    "which query burns the most cpu?",
    ["q_7731", "reconcile_ledger"],
    lines(127, {
      top: ["id      cpu_s   rows    statement"],
      noise: ["q_{nnnn}  {n}.{nn}    {nnn}     select_{w}_{w}"],
      plant: ["q_7731  9412.07 118     reconcile_ledger"],
    }),
  ),
];
