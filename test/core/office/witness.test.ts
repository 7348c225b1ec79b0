import fc from 'fast-check';
import {expect, it} from 'vitest';
import type {ChainPosition} from '../../../src/core/office/chain.js';
import {continues} from '../../../src/core/office/witness.js';

it('never signs two lines of one number, and never fewer lines than before, however it is asked', () => {
  const position = fc.record({seq: fc.nat(9), head: fc.constantFrom('a', 'b', 'c')});
  fc.assert(
    fc.property(fc.array(position), asked => {
      const signed: ChainPosition[] = [];
      for (const each of asked) if (continues(signed.at(-1), each) === 'goes-on') signed.push(each);
      const numbers = signed.map(({seq}) => seq);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      expect(new Set(signed.map(({seq, head}) => `${seq}${head}`)).size).toBe(new Set(numbers).size);
      // Whoever is refused is behind, or says something else of the newest number.
      for (const each of asked) {
        const last = signed.at(-1) ?? each;
        const isRefused = each.seq < last.seq || (each.seq === last.seq && each.head !== last.head);
        expect(continues(last, each) !== 'goes-on').toBe(isRefused);
      }
    }),
  );
});
