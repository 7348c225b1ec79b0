import {approved, type Scene} from './stage.js';

export const enrolledScene: Scene = {
  at: '08:30',
  play: async ({tell, run, read}) => {
    tell('enrolled');
    const terms = ['--amount', '3', '--currency', 'USD', '--interval', 'DAILY'];
    await run(['plan', 'create', '--name', 'Menu', ...terms]);
    const plan = await read(({state}) => [...state.registry.plans.keys()].join());
    const enrol = ['subscription', 'create', '--email', 'yao@example.com', '--plan', plan, '--card-stdin'];
    await run(enrol, {input: approved, shows: ([enrolled = '', , next = '', paid = '']) => [enrolled, next, paid]});
  },
};

export const renewedScene: Scene = {
  at: '10:00',
  play: async ({tell, run, read}) => {
    tell('renewed');
    const subscription = await read(({state}) => [...state.registry.subscriptions.keys()].join());
    await run(['subscription', 'charges', subscription], {shows: lines => lines.slice(1)});
  },
};
