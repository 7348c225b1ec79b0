import {type Logic, pop, replace, still} from '../model.js';
import type {ClosePrintScreen} from '../shift/shift-screens.js';

export const printLogic: Logic<ClosePrintScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: ({isPrinting}, {till}) => {
    if (isPrinting) return ['end-close'];
    return till.settings.printer === undefined ? ['end-close'] : ['do-print', 'end-close'];
  },
  act: ({model, screen, action}) => {
    if (action === 'end-close') return still(pop(model));
    return still(replace(model, {...screen, isPrinting: true}), {kind: 'print-report', report: screen.report});
  },
};
