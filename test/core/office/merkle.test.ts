import {createHash} from 'node:crypto';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {inclusionPath, merkleRoot, rootByPath} from '../../../src/core/office/proof.js';
import {forAll} from '../../hostile/runs.js';

const digest = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex');

/** The test vectors of certificate-transparency's own trees. */
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  text => Buffer.from(text, 'hex'),
);
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

describe('a tree of hashes', () => {
  it.each(roots.map((root, size) => [size, root] as const))('of %i leaves has the root of RFC 6962', (size, root) => {
    expect(hex(merkleRoot(leaves.slice(0, size), digest))).toBe(root);
  });

  const trees = fc.array(fc.uint8Array({maxLength: 8}), {minLength: 1, maxLength: 40});
  it('is reached from each leaf by its path', () =>
    forAll(trees, fc.nat(), (all, chance) => {
      const index = chance % all.length;
      const leaf = all[index] ?? new Uint8Array();
      const path = inclusionPath(all, index, digest);
      expect(hex(rootByPath({leaf, index, size: all.length, path}, digest))).toBe(hex(merkleRoot(all, digest)));
    }));

  it('is reached from nothing else', () =>
    forAll(trees, fc.nat(), fc.nat(), fc.nat(3), (all, chance, other, what) => {
      const index = chance % all.length;
      const size = all.length;
      const proof = {leaf: all[index] ?? new Uint8Array(), index, size, path: inclusionPath(all, index, digest)};
      const wrong = [
        {...proof, leaf: Buffer.concat([proof.leaf, Buffer.from('x')])},
        {...proof, path: [...proof.path, digest(proof.leaf)]},
        {...proof, path: proof.path.map((hash, at) => (at === other % proof.path.length ? digest(hash) : hash))},
        {...proof, index: size + other},
      ][what];
      fc.pre(wrong !== undefined && !(what === 2 && proof.path.length === 0));
      expect(hex(rootByPath(wrong ?? proof, digest))).not.toBe(hex(merkleRoot(all, digest)));
    }));

  it.each([-1, 3, 0.5])('has no leaf %d of 3', index => {
    expect(() => inclusionPath(leaves.slice(0, 3), index, digest)).toThrow(RangeError);
    expect(rootByPath({leaf: Buffer.alloc(0), index, size: 3, path: []}, digest)).toBeUndefined();
  });
});
