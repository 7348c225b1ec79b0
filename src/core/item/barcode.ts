/**
 * Whether a text is a barcode of thirteen digits, by its check digit. One of ten such numbers has the check digit of a card
 * too, and no scheme issues cards of thirteen digits any more: as the code of an item it is no card.
 */
export function isBarcode(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  const sum = [...text].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
