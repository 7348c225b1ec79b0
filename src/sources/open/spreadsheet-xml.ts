import {SaxesParser, type SaxesTagPlain} from 'saxes';
import {Problem} from '../../core/problem.js';
import {wholeText} from '../bytes.js';
import {type CellValue, mostColumns, mostRows, type TableRow} from './rows.js';
import type {Sheets} from './spreadsheet.js';

type Sheet = {readonly name: string; readonly rows: TableRow[]};

const deepest = 50;

/**
 * Reads a workbook of Excel 2003 in XML (SpreadsheetML). The first of several merged cells has their content. Rows and cells that the file
 * leaves out are empty. Throws the `Problem` `file-damaged`, also for a document type declaration.
 */
export function xmlSheets(bytes: Buffer, file: string): Sheets {
  const sheets: Sheet[] = [];
  const damaged = (): never => {
    throw new Problem('file-damaged', {file});
  };
  const parser = new SaxesParser({xmlns: false});
  let depth = 0;
  let cells: CellValue[] = [];
  let row = 0;
  let column = 0;
  let across = 0;
  let type: string | undefined;
  let text = '';
  const place = (tag: SaxesTagPlain, name: string, most: number, otherwise: number): number => {
    const value = attribute(tag, name);
    const number = value === undefined ? otherwise : Number(value);
    if (!Number.isSafeInteger(number) || number < 0 || number > most) damaged();
    return number;
  };
  const addText = (piece: string) => {
    if (type !== undefined) text += piece;
  };
  parser.on('doctype', damaged);
  parser.on('error', damaged);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', tag => {
    depth += 1;
    if (depth > deepest) damaged();
    switch (localName(tag.name)) {
      case 'Worksheet':
        sheets.push({name: attribute(tag, 'Name') ?? '', rows: []});
        row = 0;
        return;
      case 'Row':
        row = place(tag, 'Index', mostRows, row + 1);
        cells = [];
        column = 0;
        return;
      case 'Cell':
        column = place(tag, 'Index', mostColumns, column + 1);
        across = place(tag, 'MergeAcross', mostColumns, 0);
        return;
      case 'Data':
        type = attribute(tag, 'Type') ?? 'String';
        text = '';
        return;
      default:
    }
  });
  parser.on('closetag', tag => {
    depth -= 1;
    switch (localName(tag.name)) {
      case 'Data':
        cells[column - 1] = cellValue(type ?? 'String', text);
        type = undefined;
        return;
      case 'Cell':
        column += across;
        return;
      case 'Row':
        if (cells.length > 0) sheets.at(-1)?.rows.push({number: row, cells: Array.from(cells)});
        return;
      default:
    }
  });
  parser.write(wholeText(bytes).text).close();
  return {names: sheets.map(({name}) => name), rows: at => sheets[at]?.rows ?? []};
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function attribute({attributes}: SaxesTagPlain, wanted: string): string | undefined {
  return Object.entries(attributes).find(([name]) => localName(name) === wanted)?.[1];
}

function cellValue(type: string, text: string): CellValue {
  // A text that is not a number stays a text: an empty cell is not zero.
  if (type === 'Number') return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  if (type === 'DateTime') return new Date(`${text.replace(/Z$/u, '')}Z`);
  return type === 'Boolean' ? text === '1' : text;
}
