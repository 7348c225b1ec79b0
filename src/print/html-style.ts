/**
 * The style of a slip: a strip as wide as the roll, on a screen and on paper; A4 gives it a margin. It is black on white, because printers
 * have no other colours.
 */
export const slipStyle = `
:root { color-scheme: light; }
* { box-sizing: border-box; margin: 0; padding: 0; }
body {
  background: #e7eaee; color: #000; font: 12px/1.35 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-variant-numeric: tabular-nums;
}
main { width: 72mm; margin: 8mm auto; padding: 4mm; background: #fff; overflow-wrap: anywhere; }
.centre { text-align: center; }
.large { font-size: 1.75em; line-height: 1.2; }
.strong, .banner { font-weight: 700; }
.banner { margin: 2mm 0; padding: 2mm; border: .8mm solid #000; font-size: 1.2em; text-align: center; }
hr { margin: 1.5mm 0; border: 0; border-top: .3mm dashed #000; }
.blank { height: 1.35em; }
dl > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1em; }
dd { margin-left: auto; text-align: right; }
table { width: 100%; border-collapse: collapse; }
th { width: 100%; font-weight: 400; text-align: left; vertical-align: bottom; }
td { padding-left: 1em; text-align: right; white-space: pre; vertical-align: bottom; }
figure { margin: 2mm 0; text-align: center; break-inside: avoid; }
svg { display: block; width: 45mm; height: 45mm; margin: 0 auto; }
.code { display: block; font-size: .6em; line-height: 1.2; }
@page { margin: 4mm; }
@media print {
  body { background: none; }
  main { width: auto; max-width: 72mm; margin: 0 auto; padding: 0; }
}
@media print and (min-width: 120mm) {
  main { max-width: 100mm; margin-top: 12mm; font-size: 14px; }
}
`;
