import {hash} from 'node:crypto';

/** A stream of random numbers that depends only on its seed, so that a run can be repeated. */
export type Chance = {
  /** A number in [0, 1). */
  readonly share: () => number;
  /** A whole number in [least, most]. */
  readonly between: (least: number, most: number) => number;
  /** One of several things, with probabilities in proportion to their weights. */
  readonly pick: <T>(weights: readonly (readonly [T, number])[]) => T;
};

/** A stream that is the same each time for the same seed. */
export function chanceFrom(seed: string): Chance {
  let count = 0;
  const share = () => {
    count += 1;
    return Number.parseInt(hash('sha256', `${seed}:${count}`).slice(0, 12), 16) / 2 ** 48;
  };
  return {
    share,
    between: (least, most) => least + Math.floor(share() * (most - least + 1)),
    pick: weights => {
      const whole = weights.reduce((sum, [, weight]) => sum + weight, 0);
      let left = share() * whole;
      const found = weights.find(([, weight]) => {
        left -= weight;
        return left < 0;
      });
      const [thing] = found ?? weights[0] ?? [];
      if (thing === undefined) throw new Error('there is nothing to pick from');
      return thing;
    },
  };
}
