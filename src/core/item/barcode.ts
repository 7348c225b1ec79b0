/**
 * Whether a text is a barcode of thirteen digits, by its check digit. One in ten of such numbers also passes the check
 * of a card number. No scheme issues cards of thirteen digits any more, so as the code of an item such a number is not
 * a card.
 */
export function isBarcode(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  const sum = [...text].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
