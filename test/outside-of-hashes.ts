/** A text without its hashes, keys and signatures, in which any six digits come about by chance once in some hundred runs. */
export const outsideOfHashes = (text: string): string => text.replaceAll(/[\w+/=-]{20,}/g, '');
